import { seenAnswers } from './seen-answers.js';
import { leaksIn, seenLog, strayRequestIds } from './seen-log.js';

/** Suites that get answers of another build, which has more routes than the documents of this one. */
const OTHER_BUILDS = /[\\/]test[\\/]extending[\\/]/;

/**
 * Runs after the last test of every *.e2e-spec.ts, and fails the file when an answer is not as the OpenAPI documents
 * say, or when a line of a log has a secret or the id of a request that it is not about.
 */
async function lookBack(): Promise<void> {
  expect(leaksIn(seenLog)).toEqual([]);
  expect(strayRequestIds(seenLog)).toEqual([]);
  if (seenAnswers.length === 0 || OTHER_BUILDS.test(testPath)) return;
  const { undocumented } = await import('./answer-check.js');
  expect(await undocumented([...seenAnswers])).toEqual([]);
}

const { testPath = '' } = expect.getState();
if (testPath.endsWith('.e2e-spec.ts')) afterAll(lookBack);
