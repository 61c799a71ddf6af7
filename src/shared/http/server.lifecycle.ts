import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** How long after the beginning of a stop unanswered requests are cut off. */
const CUT_OFF_AFTER_MS = 5_000;

/** How long idle keep-alive connections are kept when the process leaves. */
const LEAVE_WITHIN_MS = 3_000;

/**
 * Stops the HTTP server with the service: accepts no new connections, answers pending requests with `Connection:
 * close`, and closes idle connections, for which Node would wait without limit. Belongs to the root module, whose hooks
 * run first, so that everything an answer needs still exists.
 */
@Injectable()
export class ServerLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly unanswered = new Set<ServerResponse>();
  private isStopping = false;
  private isLeaving = false;
  private closed: Promise<void> | null = null;

  constructor(private readonly host: HttpAdapterHost) {}

  onApplicationBootstrap(): void {
    this.server.prependListener('request', (_request, response) => this.asked(response));
  }

  /**
   * Stops accepting connections, because other processes do, and answers with `Connection: close`. Resolves when all
   * callers have gone or been idle for a while. Refuses no request meanwhile.
   */
  async leave(): Promise<void> {
    this.isLeaving = true;
    for (const response of this.unanswered) endConnectionWith(response);
    // The HTTP server's own close() would cut off idle callers, one of which may be about to send a request.
    this.closed = new Promise((resolve) => NetServer.prototype.close.call(this.server, () => resolve()));
    await Promise.race([this.closed, delay(LEAVE_WITHIN_MS)]);
  }

  /** Does not wait yet, so that attempts in flight end in parallel. */
  onModuleDestroy(): void {
    this.isStopping = true;
    this.closed = this.close(this.closed);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.closed;
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer();
  }

  private asked(response: ServerResponse): void {
    this.unanswered.add(response);
    if (this.isStopping || this.isLeaving) endConnectionWith(response);
    response.once('close', () => {
      this.unanswered.delete(response);
      if (this.isStopping) this.closeUnlessAsked();
    });
  }

  private async close(left: Promise<void> | null): Promise<void> {
    for (const response of this.unanswered) endConnectionWith(response);
    const closed = left ?? new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.closeUnlessAsked();
    const cutOff = setTimeout(() => this.server.closeAllConnections(), CUT_OFF_AFTER_MS);
    await closed;
    clearTimeout(cutOff);
  }

  /** Waits for a turn of the event loop, so that a request that has just arrived is noticed. */
  private closeUnlessAsked(): void {
    setImmediate(() => {
      if (this.unanswered.size === 0) this.server.closeAllConnections();
    });
  }
}

function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
