import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Request, Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { InvalidInput } from '../domain/errors.js';
import { bodyLimitsAt } from './body-limits.js';
import { missingBody, repeatedParameter, unknownParameter } from './input.pipe.js';
import { readJson, refuseContent } from './json-body.js';
import { LargeBodies } from './large-bodies.js';
import { currentRequest } from '../logging/request-context.js';
import { DocumentMemory } from '../document-memory.js';
import { ThreadShare } from '../thread-share.js';
import { READS_ITS_BODY } from './reads-its-body.js';
import { ForbiddenContent } from './forbidden-content.js';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** The input that a handler declares: a body, a class of query parameters, or single parameters by name. */
interface Wants {
  readonly body: boolean;
  /** True if the handler takes no body, so that content would be silently ignored. */
  readonly noContent: boolean;
  readonly wholeQuery: boolean;
  readonly parameters: ReadonlySet<string>;
}

/**
 * Reads the body of a POST or PUT if the handler takes one. Refuses unknown query parameters, and content of a POST,
 * PUT or PATCH whose handler takes none. Runs after the guards, so that the service reads nothing from callers without
 * a credential.
 */
@Injectable()
export class RequestInputInterceptor implements NestInterceptor<unknown, unknown> {
  private readonly wants = new WeakMap<object, Wants>();
  private readonly largeBodies = new LargeBodies();

  constructor(
    private readonly share: ThreadShare,
    private readonly room: DocumentMemory,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const wants = this.wantsOf(context);
    if (!wants.wholeQuery) refuseUnknownParameters(request, wants.parameters);
    const isWrite = request.method === 'POST' || request.method === 'PUT';
    const response = context.switchToHttp().getResponse<Response>();
    const releases: (() => void)[] = [];
    const releaseAll = () => releases.forEach((release) => release());
    if (wants.body && isWrite) {
      request.body = await this.bodyOf(request, response, releases)
        .catch((error: unknown) => ForbiddenContent.passedOn(error))
        .catch((error: unknown) => {
          releaseAll();
          throw error;
        });
      if (request.body === undefined && request.method === 'PUT') throw missingBody();
    }
    if (wants.noContent && (isWrite || request.method === 'PATCH')) {
      await this.admit(request, response);
      await refuseContent(request, bodyLimitsAt(request.path).bytes);
    }
    return next.handle().pipe(finalize(releaseAll));
  }

  /**
   * Reads and parses a body. Large bodies of partners are limited and share the main thread; operators and the document
   * service are trusted.
   * @param releases collects functions that release the body's memory
   */
  private async bodyOf(request: Request, response: Response, releases: (() => void)[]): Promise<unknown> {
    const limits = bodyLimitsAt(request.path);
    const partnerId = await this.admit(request, response);
    if (partnerId === null) return readJson(request, limits);
    return readJson(request, limits, async (bytes, steps) => {
      releases.push(await this.room.take(partnerId, bytes));
      return this.share.run(partnerId, steps);
    });
  }

  /** Waits until the body of a partner may be read. @returns the partner, or null */
  private async admit(request: Request, response: Response): Promise<number | null> {
    const partnerId = currentRequest()?.partnerId ?? null;
    if (partnerId !== null) await this.largeBodies.admit(partnerId, declaredBytes(request), response);
    return partnerId;
  }

  private wantsOf(context: ExecutionContext): Wants {
    const handler = context.getHandler();
    const known = this.wants.get(handler);
    if (known !== undefined) return known;
    const wants = readWants(context.getClass(), handler);
    this.wants.set(handler, wants);
    return wants;
  }
}

/** Reads Nest's metadata of a handler's parameters, whose keys have the form `<kind>:<index>`. */
function readWants(controller: object, handler: Handler): Wants {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) as
    | Readonly<Record<string, { readonly data?: unknown }>>
    | undefined;
  const all = Object.entries(parameters ?? {});
  const queries = all
    .filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`))
    .map(([, { data }]) => data);
  const body = all.some(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`));
  return {
    body,
    noContent: !body && Reflect.getMetadata(READS_ITS_BODY, handler) !== true,
    wholeQuery: queries.includes(undefined),
    parameters: new Set(queries.filter((name) => typeof name === 'string')),
  };
}

/** The declared length of a body; null if there is none. */
function declaredBytes({ headers }: Request): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
}

function refuseUnknownParameters({ query }: Request, known: ReadonlySet<string>): void {
  const problems = Object.entries(query).flatMap(([name, value]) => {
    if (!known.has(name)) return [unknownParameter(name, known)];
    return Array.isArray(value) ? [repeatedParameter(name)] : [];
  });
  if (problems.length > 0) throw new InvalidInput(problems);
}
