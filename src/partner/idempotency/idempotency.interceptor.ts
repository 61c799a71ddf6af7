import { createHash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { currentRequest } from '../../shared/logging/request-context.js';
import { HttpFault } from '../../shared/http/http-fault.js';
import { problemBody, problemDetailsOf } from '../../shared/http/problem-details.js';
import { type Claim, IdempotencyService, type StoredAnswer } from './idempotency.service.js';

const KEY = /^[\x21-\x7e]{1,255}$/;
const OWN_HEADERS = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy']);

/** Temporary refusals: the same request may succeed later. */
const PASSING = new Set<number>([HttpStatus.CONFLICT, HttpStatus.TOO_MANY_REQUESTS]);

/**
 * Honours `Idempotency-Key` on the POSTs of partners. Refusals are stored like successes; internal errors, conflicts
 * and limits on work free the key, so that the same request may be tried again.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(private readonly idempotency: IdempotencyService) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    const partnerId = currentRequest()?.partnerId ?? null;
    if (request.method !== 'POST' || key === undefined || partnerId === null) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const begun = await this.idempotency.begin(partnerId, keyOf(key), hashOf(request));
    if ('body' in begun) return of(replay(response, begun));
    return of(await this.run(begun, request, response, next));
  }

  private async run(
    claim: Claim,
    request: Request,
    response: Response,
    next: CallHandler<unknown>,
  ): Promise<unknown> {
    let answer: unknown;
    try {
      answer = await lastValueFrom(next.handle(), { defaultValue: undefined });
    } catch (error) {
      await this.keepRefusal(claim, request, error);
      throw error;
    }
    await this.idempotency.keep(claim, keptAnswerOf(response, answer));
    return answer;
  }

  private async keepRefusal(claim: Claim, request: Request, error: unknown): Promise<void> {
    const problem = problemDetailsOf(error);
    if (problem.status >= 500 || PASSING.has(problem.status)) {
      await this.idempotency.free(claim);
      return;
    }
    const body = problemBody(problem, request.path, currentRequest()?.requestId ?? '');
    await this.idempotency.keep(claim, {
      status: problem.status,
      headers: { ...problem.headers, 'content-type': 'application/problem+json; charset=utf-8' },
      body: JSON.stringify(body),
    });
  }
}

function keyOf(header: string | string[]): string {
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw new HttpFault(
    400,
    'invalid_idempotency_key',
    'Idempotency-Key must be given once, of 1 to 255 visible ASCII characters.',
  );
}

/** Identifies a request by its method, address and parsed body. */
function hashOf(request: Request): Buffer {
  const body = JSON.stringify(request.body) as string | undefined;
  return createHash('sha256')
    .update(`${request.method} ${request.originalUrl}\n${body ?? ''}`)
    .digest();
}

function keptAnswerOf(response: Response, answer: unknown): StoredAnswer {
  const set = Object.entries(response.getHeaders())
    .filter(([name]) => !OWN_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)] as const);
  const isText = typeof answer === 'string';
  const isEmpty = answer === undefined || answer === null;
  return {
    status: response.statusCode,
    headers: {
      ...(!isEmpty && { 'content-type': `${isText ? 'text/html' : 'application/json'}; charset=utf-8` }),
      ...Object.fromEntries(set),
    },
    body: isEmpty ? '' : isText ? answer : JSON.stringify(answer),
  };
}

/** Sends a stored answer unchanged. */
function replay(response: Response, { status, headers, body }: StoredAnswer): string | undefined {
  response.status(status).set(headers).set('Idempotency-Replayed', 'true');
  return body === '' ? undefined : body;
}
