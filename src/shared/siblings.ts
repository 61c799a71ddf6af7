import { Injectable, Logger } from '@nestjs/common';
import { outsideRequest } from './logging/request-context.js';
import { Settings } from './settings.js';
import {
  isToProcess,
  type ProcessReport,
  type Topic,
  type ToProcess,
  type ToSupervisor,
} from './domain/process-messages.js';

/** Longer than the supervisor's own timeout for replies. */
const REPLY_TIMEOUT_MS = 6_000;
const HEARTBEAT_MS = 1_000;

interface Replies {
  readonly reports: readonly ProcessReport[];
  /** The number of processes that have not replied in time. */
  readonly missingReplies: number;
}

interface PendingQuery {
  readonly resolve: (replies: Replies) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The processes that serve one port together (PROCESSES), from the perspective of one of them. They communicate through
 * their supervisor, which relays queries. A single process neither asks nor replies.
 */
@Injectable()
export class Siblings {
  private readonly log = new Logger('Processes');
  private readonly responders = new Map<Topic, () => Promise<Partial<ProcessReport>>>();
  private readonly pending = new Map<number, PendingQuery>();
  private nextNumber = 0;
  private leave: () => void = () => undefined;
  /** True if this process is one of several. */
  readonly isClustered: boolean;

  constructor({ processes }: Settings) {
    this.isClustered = processes > 1;
    if (!this.isClustered) return;
    process.on('message', (message: unknown) => this.receive(message));
    setInterval(() => void this.send({ livery: 'alive' }), HEARTBEAT_MS).unref();
    void this.send({ livery: 'alive' });
  }

  /** Registers how this process replies to queries about a topic. */
  respond(topic: Topic, responder: () => Promise<Partial<ProcessReport>>): void {
    this.responders.set(topic, responder);
  }

  /** Queries all processes, including this one. */
  ask(topic: Topic): Promise<Replies> {
    const number = this.nextNumber++;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => this.settle(number, { reports: [], missingReplies: 1 }),
        REPLY_TIMEOUT_MS,
      );
      this.pending.set(number, { resolve, timer });
      void this.send({ livery: 'query', number, topic });
    });
  }

  /** Reports that this process accepts requests. @param leave called when another process has replaced this one */
  async serve(leave: () => void): Promise<void> {
    this.leave = leave;
    await this.send({ livery: 'serving' });
  }

  /** Sends the last metrics of this process to the supervisor before it ends. */
  async sendFinalMetrics(metrics: ProcessReport['metrics']): Promise<void> {
    await this.send({ livery: 'finalMetrics', metrics });
  }

  private receive(message: unknown): void {
    if (!isToProcess(message)) return;
    outsideRequest(() => this.handle(message));
  }

  private handle(message: ToProcess): void {
    if (message.livery === 'leave') this.leave();
    else if (message.livery === 'replies') this.settle(message.number, message);
    else void this.reply(message.number, message.topic);
  }

  private async reply(number: number, topic: Topic): Promise<void> {
    try {
      const report = await this.responders.get(topic)?.();
      await this.send({ livery: 'reply', number, report: { metrics: [], missing: [], ...report } });
    } catch (error) {
      this.log.warn(`A query of another process (${topic}) gets no reply: ${String(error)}`);
    }
  }

  private settle(number: number, replies: Replies): void {
    const query = this.pending.get(number);
    if (query === undefined) return;
    this.pending.delete(number);
    clearTimeout(query.timer);
    query.resolve(replies);
  }

  /** Resolves when the message is sent, or the supervisor is gone. */
  private send(message: ToSupervisor): Promise<void> {
    return new Promise((resolve) => {
      if (process.send === undefined || !process.connected) return resolve();
      process.send(message, undefined, undefined, () => resolve());
    });
  }
}
