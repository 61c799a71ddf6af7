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

/** Longer than the supervisor waits for a process that does not reply. */
const REPLY_TIMEOUT_MS = 6_000;
const HEARTBEAT_MS = 1_000;

interface Replies {
  readonly reports: readonly ProcessReport[];
  /** How many processes have not replied in time. */
  readonly missingReplies: number;
}

interface PendingQuery {
  readonly resolve: (replies: Replies) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The processes that serve one port together (PROCESSES), seen from one of them. They talk through their supervisor, which
 * relays queries. A process on its own neither asks nor replies.
 */
@Injectable()
export class Siblings {
  private readonly log = new Logger('Processes');
  private readonly responders = new Map<Topic, () => Promise<Partial<ProcessReport>>>();
  private readonly pending = new Map<number, PendingQuery>();
  private nextNumber = 0;
  private leave: () => void = () => undefined;
  /** Whether this process is one of several. */
  readonly isClustered: boolean;

  constructor({ processes }: Settings) {
    this.isClustered = processes > 1;
    if (!this.isClustered) return;
    process.on('message', (message: unknown) => this.receive(message));
    setInterval(() => void this.send({ livery: 'alive' }), HEARTBEAT_MS).unref();
    void this.send({ livery: 'alive' });
  }

  /** Sets how this process replies to queries about a topic. */
  respond(topic: Topic, responder: () => Promise<Partial<ProcessReport>>): void {
    this.responders.set(topic, responder);
  }

  /** Asks every process, this one included. */
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

  /** Reports that this process takes requests. `leave` is called when another process has replaced it. */
  async serve(leave: () => void): Promise<void> {
    this.leave = leave;
    await this.send({ livery: 'serving' });
  }

  /** Gives the supervisor the last metrics of this process, which is about to end. */
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

  /** Resolves when the message is handed over, or the supervisor is gone. */
  private send(message: ToSupervisor): Promise<void> {
    return new Promise((resolve) => {
      if (process.send === undefined || !process.connected) return resolve();
      process.send(message, undefined, undefined, () => resolve());
    });
  }
}
