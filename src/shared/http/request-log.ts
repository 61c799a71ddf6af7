import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../logging/log.js';
import { inRequest, type RequestContext } from '../logging/request-context.js';
import type { RequestMetrics } from './request.metrics.js';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,128}$/;

/** A request, with its route if one matched. */
type RoutedRequest = IncomingMessage & { readonly route?: { readonly path?: unknown } };

/** Polled by machines, so not logged. */
const OF_MACHINES = /^\/(health|metrics)\b/;

/**
 * Assigns every request an id (the caller's `X-Request-Id`, or a new one), returns it, and logs and counts the request
 * at its end. The log line contains the route but never the address, whose query may be confidential.
 */
export class RequestLog {
  constructor(
    private readonly log: Log,
    private readonly metrics: RequestMetrics,
  ) {}

  /** Express middleware, also usable without Express: calls `next` in the context of the request. */
  readonly lead = (request: RoutedRequest, response: ServerResponse, next: () => void): void => {
    const context = this.begin(request, response);
    if (OF_MACHINES.test(request.url ?? '')) next();
    else inRequest(context, next);
  };

  /** Like `lead`, for callers that enter the context of the request themselves. */
  begin(request: RoutedRequest, response: ServerResponse): RequestContext {
    const given = request.headers['x-request-id'];
    const context: RequestContext = {
      requestId: typeof given === 'string' && VISIBLE_ASCII.test(given) ? given : randomUUID(),
      partnerId: null,
    };
    response.setHeader('X-Request-Id', context.requestId);
    const startedAt = performance.now();
    response.once('close', () => this.end(context, request, response, performance.now() - startedAt));
    return context;
  }

  private end(
    { requestId, partnerId }: RequestContext,
    request: RoutedRequest,
    response: ServerResponse,
    durationMs: number,
  ): void {
    const route = routeOf(request);
    const { method = '-' } = request;
    const { lines } = this.log;
    this.metrics.count(method, route, response.statusCode, durationMs);
    if (!lines.isLevelEnabled('info')) return;
    lines.info(
      {
        requestId,
        method,
        route,
        status: response.statusCode,
        ...(!response.writableFinished && { aborted: true }),
        durationMs: Math.round(durationMs),
        ...(partnerId !== null && { partnerId }),
      },
      'request',
    );
  }
}

function routeOf({ route }: RoutedRequest): string {
  return typeof route?.path === 'string' ? route.path : '-';
}
