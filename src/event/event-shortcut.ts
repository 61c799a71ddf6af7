import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import addressBehind from 'proxy-addr';
import { InternalGuard } from '../partner/internal.guard.js';
import { bodyLimitsAt } from '../shared/http/body-limits.js';
import { ForbiddenContent } from '../shared/http/forbidden-content.js';
import { faultOfHead } from '../shared/http/head-check.js';
import { readJson } from '../shared/http/json-body.js';
import { isForwarded } from '../shared/http/forwarded-request.js';
import { answerProblem } from '../shared/http/problem-answer.js';
import type { RequestLog } from '../shared/http/request-log.js';
import { inRequest } from '../shared/logging/request-context.js';
import { setSecurityHeaders } from '../shared/http/security-headers.js';
import { EventController } from './event.controller.js';

const PATH = '/internal/event';

/**
 * Passes reported events to their handler without Express and Nest, which cost more than the rest of the request. Log,
 * headers, guard, body, handler and errors must not differ from those of the route. Leaves every request that is not
 * obviously for the handler, such as one without the token, to the route.
 */
export class EventShortcut {
  constructor(
    private readonly requests: RequestLog,
    private readonly guard: InternalGuard,
    private readonly controller: EventController,
    /** Express's test for the addresses of trusted proxies. */
    private readonly isProxy: (address: string, hop: number) => boolean,
  ) {}

  /** Replaces the server's listener, and calls it for all other requests. */
  interceptRequests(server: Server): void {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (this.takes(request)) void this.answer(request, response);
      else for (const listener of listeners) listener(request, response);
    });
  }

  private takes(request: IncomingMessage): boolean {
    const { method, url, headers } = request;
    if (method !== 'POST' || url !== PATH) return false;
    if (faultOfHead(request) !== null) return false;
    return this.guard.admits(headers.authorization, addressBehind(request, this.isProxy));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const context = this.requests.begin(Object.assign(request, { route: { path: PATH } }), response);
    setSecurityHeaders(PATH, response);
    try {
      const body = await readJson(request, bodyLimitsAt(PATH)).catch((error: unknown) =>
        ForbiddenContent.passedOn(error),
      );
      const json = JSON.stringify(await this.controller.accept(body, isForwarded(request)));
      response.statusCode = 202;
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('Content-Length', Buffer.byteLength(json));
      response.end(json);
    } catch (error) {
      inRequest(context, () => answerProblem(error, PATH, response));
    }
  }
}
