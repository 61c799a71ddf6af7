import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { currentRequest } from '../logging/request-context.js';
import { problemBody, problemDetailsOf } from './problem-details.js';
import { RouteTable } from './route-table.js';

const HEADERS_OF_SUCCESS = ['ETag', 'Location', 'Link'];

/**
 * Answers every request that failed, with application/problem+json, and logs what was our own fault. The router asks
 * for nothing but a path it has a route for; here it turns out whether that path is known under another method.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new Logger('Problem');

  constructor(private readonly routes: RouteTable) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const allowed = thrown instanceof NotFoundException ? this.routes.methodsAt(request.path) : [];
    if (allowed.length > 0 && request.method === 'OPTIONS') {
      response.status(204).set('Allow', allowed.join(', ')).end();
      return;
    }
    const error = allowed.length > 0 ? this.routes.wrongMethod(request.method, allowed) : thrown;
    const problem = problemDetailsOf(error);
    if (problem.status >= 500) this.report(error, problem.status);
    if (response.headersSent) {
      // The answer has begun, so the only way to say that it is not whole is to break it off.
      response.destroy();
      return;
    }
    for (const name of HEADERS_OF_SUCCESS) response.removeHeader(name);
    response
      .status(problem.status)
      .set(problem.headers ?? {})
      .type('application/problem+json')
      .send(JSON.stringify(problemBody(problem, request.path, currentRequest()?.requestId ?? '')));
  }

  private report(error: unknown, status: number): void {
    if (status === 503) this.log.warn(error instanceof Error ? error.message : 'Unavailable.');
    else this.log.error(error instanceof Error ? error : new Error('Something was thrown that is no error.'));
  }
}
