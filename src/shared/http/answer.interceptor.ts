import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { pageAnswer } from './page-answer.js';
import { Page, PageInParts } from './page.js';
import { entityTag, Representation } from './representation.js';

/** Sends what controllers return: a `Representation` with its headers, or a page with the link to the next. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<unknown, unknown> {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      concatMap(async (answer) => {
        if (answer instanceof Page || answer instanceof PageInParts) {
          return pageAnswer(answer, request, response);
        }
        return answer instanceof Representation ? represented(answer, request, response) : answer;
      }),
    );
  }
}

function represented(
  { view, tag, location, headers }: Representation<object>,
  request: Request,
  response: Response,
) {
  // The tag does not cover the health in the view, so Express must not answer 304.
  delete request.headers['if-none-match'];
  response.set('ETag', entityTag(tag));
  response.set(headers);
  if (location !== null) response.set('Location', location);
  return view;
}
