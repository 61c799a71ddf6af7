import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { InvalidInput } from '../domain/errors.js';
import type { Steps } from '../domain/steps.js';
import { bodyLimitsAt } from './body-limits.js';
import { missingBody, repeatedParameter, unknownParameter } from './input.pipe.js';
import { readJson, refuseContent } from './json-body.js';
import { currentRequest } from '../logging/request-context.js';
import { ThreadShare } from '../thread-share.js';
import { UnsoundBody } from './unsound-body.js';

/** The input that a handler declares: a body, all query parameters in a class, or single ones by name. */
interface Wants {
  readonly body: boolean;
  readonly wholeQuery: boolean;
  readonly parameters: ReadonlySet<string>;
}

/**
 * Reads the body of a POST or PUT whose handler takes one, and refuses query parameters of which the handler knows
 * nothing, and the content of a PATCH. It runs after the guards, so that the service reads nothing from callers without a credential.
 */
@Injectable()
export class RequestInputInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly wants = new WeakMap<object, Wants>();

  constructor(private readonly share: ThreadShare) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const wants = this.wantsOf(context);
    if (!wants.wholeQuery) refuseUnknownParameters(request, wants.parameters);
    if (wants.body && (request.method === 'POST' || request.method === 'PUT')) {
      request.body = await readJson(request, bodyLimitsAt(request.path), turnOf(this.share)).catch(
        forThePipe,
      );
      if (request.body === undefined && request.method === 'PUT') throw missingBody();
    }
    if (request.method === 'PATCH') await refuseContent(request, bodyLimitsAt(request.path).bytes);
    return next.handle();
  }

  private wantsOf(context: ExecutionContext): Wants {
    const handler = context.getHandler();
    const known = this.wants.get(handler);
    if (known !== undefined) return known;
    const wants = readWants(context.getClass(), handler.name);
    this.wants.set(handler, wants);
    return wants;
  }
}

/** Nest keeps the parameters of a handler under keys of the form `<kind>:<index>`. */
function readWants(controller: object, handlerName: string): Wants {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName) as
    | Readonly<Record<string, { readonly data?: unknown }>>
    | undefined;
  const all = Object.entries(parameters ?? {});
  const queries = all
    .filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`))
    .map(([, { data }]) => data);
  return {
    body: all.some(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`)),
    wholeQuery: queries.includes(undefined),
    parameters: new Set(queries.filter((name) => typeof name === 'string')),
  };
}

/** Large bodies of partners share the main thread; operators and the document service are trusted with it. */
function turnOf(share: ThreadShare) {
  const partnerId = currentRequest()?.partnerId ?? null;
  return partnerId === null
    ? undefined
    : (steps: Steps<unknown>): Promise<unknown> => share.run(partnerId, steps);
}

/** The pipe knows what the body should have been, and refuses it with all that is wrong. */
function forThePipe(error: unknown): UnsoundBody {
  if (error instanceof UnsoundBody) return error;
  throw error;
}

function refuseUnknownParameters({ query }: Request, known: ReadonlySet<string>): void {
  const problems = Object.entries(query).flatMap(([name, value]) => {
    if (!known.has(name)) return [unknownParameter(name, known)];
    return Array.isArray(value) ? [repeatedParameter(name)] : [];
  });
  if (problems.length > 0) throw new InvalidInput(problems);
}
