import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Page } from './page.js';
import { entityTag, Representation } from './representation.js';

/** Sends what controllers return: a `Representation` with its tag and place, a `Page` with the link to the next. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor<unknown, unknown> {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer) => {
        if (answer instanceof Representation) {
          // The tag speaks of the stored object and not of its health: it must not make Express answer 304.
          delete request.headers['if-none-match'];
          response.set('ETag', entityTag(answer.tag));
          if (answer.location !== null) response.set('Location', answer.location);
          return answer.view as unknown;
        }
        if (answer instanceof Page) {
          if (answer.nextCursor !== null) {
            response.set('Link', `<${nextUrl(request.originalUrl, answer.nextCursor)}>; rel="next"`);
          }
          return answer.items;
        }
        return answer;
      }),
    );
  }
}

/** The same address, all its other parameters kept, with the cursor of the next page. */
function nextUrl(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
