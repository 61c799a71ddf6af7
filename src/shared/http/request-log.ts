import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../logging/log.js';
import { inRequest, type RequestContext } from '../logging/request-context.js';
import type { RequestMetrics } from './request.metrics.js';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,128}$/;

/** A request that may have found its route. */
type RoutedRequest = IncomingMessage & { readonly route?: { readonly path?: unknown } };

/** Asked again and again by machines, and answered without a line of their own. */
const OF_MACHINES = /^\/(health|metrics)\b/;

/**
 * Gives every request an id (the caller's `X-Request-Id`, or a new one), answers with it, and writes one line and
 * counts when the request is over. The line names the route and never the address, whose query may carry something confidential.
 */
export class RequestLog {
  constructor(
    private readonly log: Log,
    private readonly metrics: RequestMetrics,
  ) {}

  /** Express middleware, and of use without Express: calls `next` on behalf of the request. */
  readonly lead = (request: RoutedRequest, response: ServerResponse, next: () => void): void => {
    const context = this.begin(request, response);
    if (OF_MACHINES.test(request.url ?? '')) next();
    else inRequest(context, next);
  };

  /** The same, for a caller who runs on behalf of the request only what may write to the log. */
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
