import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../logging/log.js';
import { inRequest, type RequestContext } from '../logging/request-context.js';
import type { RequestMetrics } from './request.metrics.js';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,128}$/;

/** A request that may have found its route. */
type RoutedRequest = IncomingMessage & { readonly route?: { readonly path?: unknown } };

/** Calls `next` on behalf of the request. Express middleware, and of use without Express. */
export type RequestLog = (request: RoutedRequest, response: ServerResponse, next: () => void) => void;

/**
 * Gives every request an id (the caller's `X-Request-Id`, or a new one), answers with it, and writes one line and
 * counts when the request is over. The line names the route and never the address, whose query may carry something confidential.
 */
export function requestLog(log: Log, metrics: RequestMetrics): RequestLog {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const context: RequestContext = {
      requestId: typeof given === 'string' && VISIBLE_ASCII.test(given) ? given : randomUUID(),
      partnerId: null,
    };
    response.setHeader('X-Request-Id', context.requestId);
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const route = routeOf(request);
      const { method = '-' } = request;
      metrics.count(method, route, response.statusCode, durationMs);
      log.lines.info(
        {
          requestId: context.requestId,
          method,
          route,
          status: response.statusCode,
          ...(!response.writableFinished && { aborted: true }),
          durationMs: Math.round(durationMs),
          ...(context.partnerId !== null && { partnerId: context.partnerId }),
        },
        'request',
      );
    });
    inRequest(context, next);
  };
}

function routeOf({ route }: RoutedRequest): string {
  return typeof route?.path === 'string' ? route.path : '-';
}
