import { seenAnswers } from './seen-answers.js';
import { leaksIn, seenLog, unrelatedRequestIds } from './seen-log.js';

/** Suites that call another build, which has routes that the documents of this build lack. */
const OTHER_BUILDS = /[\\/]test[\\/]extending[\\/]/;

/**
 * Runs after the last test of every spec. Fails the spec if a service gave an answer that differs from the OpenAPI
 * documents, or logged a secret or the id of an unrelated request.
 */
async function lookBack(): Promise<void> {
  expect(leaksIn(seenLog)).toEqual([]);
  expect(unrelatedRequestIds(seenLog)).toEqual([]);
  if (seenAnswers.length === 0 || OTHER_BUILDS.test(testPath)) return;
  const { undocumented } = await import('./answer-check.js');
  expect(await undocumented([...seenAnswers])).toEqual([]);
}

const { testPath = '' } = expect.getState();
if (!testPath.endsWith('look-back.spec.ts')) afterAll(lookBack);
