import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { problemBody, problemDetailsOf } from './problem-details.js';

const HEADERS_OF_SUCCESS = ['ETag', 'Location', 'Link', 'Livery-Warnings'];
/** The caller asks for an unsupported feature of HTTP, which is not our fault. */
const NOT_IMPLEMENTED = 501;
const log = new Logger('Problem');

/**
 * Answers a failed request with application/problem+json, and logs our own faults.
 * @param path the path of the request, without the query
 */
export function answerProblem(error: unknown, path: string, response: ServerResponse): void {
  const problem = problemDetailsOf(error);
  const isOurs = problem.status >= 500 && problem.status !== NOT_IMPLEMENTED;
  if (isOurs && !isTooLate(error, response)) report(error, problem.status);
  if (response.writableEnded) return;
  if (response.headersSent) {
    // The answer has begun, so breaking it off is the only way to signal that it is incomplete.
    response.destroy();
    return;
  }
  for (const name of HEADERS_OF_SUCCESS) response.removeHeader(name);
  const body = JSON.stringify(problemBody(problem, path, String(response.getHeader('X-Request-Id') ?? '')));
  response.writeHead(problem.status, {
    ...problem.headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** True if the request has already been answered, for example because it broke off (broken-requests.ts). */
function isTooLate(error: unknown, response: ServerResponse): boolean {
  if (!response.writableEnded || typeof error !== 'object' || error === null) return false;
  return 'code' in error && error.code === 'ERR_HTTP_HEADERS_SENT';
}

function report(error: unknown, status: number): void {
  if (status === 503) log.warn(error instanceof Error ? error.message : 'Unavailable.');
  else log.error(error instanceof Error ? error : new Error('A value was thrown that is not an Error.'));
}
