import { seenAnswers } from './seen-answers.js';
import { leaksIn, seenLog, strayRequestIds } from './seen-log.js';

/** Suites that get answers of another build, which has more routes than the documents of this one. */
const OTHER_BUILDS = /[\\/]test[\\/]extending[\\/]/;

/**
 * Runs after the last test of every spec, and fails the file when a service that it called gave an answer that is not as
 * the OpenAPI documents say, or wrote a line to its log that has a secret or the id of a request that it is not about.
 */
async function lookBack(): Promise<void> {
  expect(leaksIn(seenLog)).toEqual([]);
  expect(strayRequestIds(seenLog)).toEqual([]);
  if (seenAnswers.length === 0 || OTHER_BUILDS.test(testPath)) return;
  const { undocumented } = await import('./answer-check.js');
  expect(await undocumented([...seenAnswers])).toEqual([]);
}

const { testPath = '' } = expect.getState();
if (!testPath.endsWith('look-back.spec.ts')) afterAll(lookBack);
