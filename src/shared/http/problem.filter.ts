import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answerProblem } from './problem-answer.js';
import { RouteTable } from './route-table.js';

/**
 * Answers failed requests. If no route matches, determines whether the path exists with another method.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
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
    answerProblem(error, request.path, response);
  }
}
