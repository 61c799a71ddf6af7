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

/** A request that is not answered so long after the service began to stop is cut off. */
const CUT_OFF_AFTER_MS = 5_000;

/** Callers that keep a connection and use it less often than this are cut off when the process leaves. */
const LEAVE_WITHIN_MS = 3_000;

/**
 * Ends the HTTP server with the service: it takes no new connection, answers what it has been asked and says with each
 * answer that the connection ends. What has asked nothing by then is closed: Node would wait for it without a limit.
 * Belongs to the root module, whose hooks come first, so that everything an answer needs is still there.
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
   * Takes no new connection, because other processes do, and says with each answer that the connection ends. Resolves
   * when the callers have gone, or have not asked for anything for a while. Nothing is refused meanwhile.
   */
  async leave(): Promise<void> {
    this.isLeaving = true;
    for (const response of this.unanswered) endConnectionWith(response);
    // The server's own close() would cut off idle callers, one of which may be about to ask.
    this.closed = new Promise((resolve) => NetServer.prototype.close.call(this.server, () => resolve()));
    await Promise.race([this.closed, delay(LEAVE_WITHIN_MS)]);
  }

  /** Nothing is waited for yet: attempts in flight end meanwhile. */
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

  /** A turn later, so that a request that has just arrived is heard. */
  private closeUnlessAsked(): void {
    setImmediate(() => {
      if (this.unanswered.size === 0) this.server.closeAllConnections();
    });
  }
}

function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
