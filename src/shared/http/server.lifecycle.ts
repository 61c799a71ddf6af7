import type { Server, ServerResponse } from 'node:http';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** A request that is not answered so long after the service began to stop is cut off. */
const CUT_OFF_AFTER_MS = 5_000;

/**
 * Ends the HTTP server with the service: it takes no new connection, answers what it has been asked and says with each
 * answer that the connection ends. What has asked nothing by then is closed: Node would wait for it without a limit.
 * Belongs to the root module, whose hooks come first, so that everything an answer needs is still there.
 */
@Injectable()
export class ServerLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly unanswered = new Set<ServerResponse>();
  private isStopping = false;
  private closed: Promise<void> = Promise.resolve();

  constructor(private readonly host: HttpAdapterHost) {}

  onApplicationBootstrap(): void {
    this.server.prependListener('request', (_request, response) => this.asked(response));
  }

  /** Nothing is waited for yet: attempts in flight end meanwhile. */
  onModuleDestroy(): void {
    this.isStopping = true;
    this.closed = this.close();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.closed;
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer();
  }

  private asked(response: ServerResponse): void {
    this.unanswered.add(response);
    if (this.isStopping) endConnectionWith(response);
    response.once('close', () => {
      this.unanswered.delete(response);
      if (this.isStopping) this.closeUnlessAsked();
    });
  }

  private async close(): Promise<void> {
    for (const response of this.unanswered) endConnectionWith(response);
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
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
