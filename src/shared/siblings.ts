import { Injectable, Logger } from '@nestjs/common';
import { outsideRequest } from './logging/request-context.js';
import { Settings } from './settings.js';
import {
  type Account,
  isToProcess,
  type Topic,
  type ToProcess,
  type ToSupervisor,
} from './domain/process-messages.js';

/** Longer than the supervisor waits for a process that does not answer. */
const PATIENCE_MS = 6_000;
/** How often a process says that it lives. */
const BEAT_MS = 1_000;

/** What all processes have answered. */
interface Accounts {
  readonly accounts: readonly Account[];
  /** Processes that have not answered in time. */
  readonly silent: number;
}

interface Asked {
  readonly resolve: (accounts: Accounts) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The processes that serve one port together (PROCESSES), as one of them knows them: through their supervisor, which
 * passes questions on. A process that is alone asks and answers nothing.
 */
@Injectable()
export class Siblings {
  private readonly log = new Logger('Processes');
  private readonly answers = new Map<Topic, () => Promise<Partial<Account>>>();
  private readonly asked = new Map<number, Asked>();
  private questions = 0;
  private leave: () => void = () => undefined;
  /** Whether this process is one of several. */
  readonly areThere: boolean;

  constructor({ processes }: Settings) {
    this.areThere = processes > 1;
    if (!this.areThere) return;
    process.on('message', (message: unknown) => this.hear(message));
    setInterval(() => void this.tell({ livery: 'alive' }), BEAT_MS).unref();
    void this.tell({ livery: 'alive' });
  }

  /** How this process answers a question about it. */
  answer(topic: Topic, answer: () => Promise<Partial<Account>>): void {
    this.answers.set(topic, answer);
  }

  /** Asks every process that serves, this one included. */
  ask(topic: Topic): Promise<Accounts> {
    const number = this.questions++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(number, { accounts: [], silent: 1 }), PATIENCE_MS);
      this.asked.set(number, { resolve, timer });
      void this.tell({ livery: 'question', number, topic });
    });
  }

  /** Reports that this process takes requests. `leave` is called when another one has taken its place. */
  async serve(leave: () => void): Promise<void> {
    this.leave = leave;
    await this.tell({ livery: 'serving' });
  }

  /** Leaves the last counts of this process with the supervisor. */
  async farewell(metrics: Account['metrics']): Promise<void> {
    await this.tell({ livery: 'farewell', account: { metrics, missing: [] } });
  }

  private hear(message: unknown): void {
    if (!isToProcess(message)) return;
    outsideRequest(() => this.follow(message));
  }

  private follow(message: ToProcess): void {
    if (message.livery === 'leave') this.leave();
    else if (message.livery === 'answers') this.settle(message.number, message);
    else void this.giveAnswer(message.number, message.topic);
  }

  private async giveAnswer(number: number, topic: Topic): Promise<void> {
    try {
      const account = await this.answers.get(topic)?.();
      await this.tell({ livery: 'answer', number, account: { metrics: [], missing: [], ...account } });
    } catch (error) {
      this.log.warn(`A question of another process (${topic}) is not answered: ${String(error)}`);
    }
  }

  private settle(number: number, accounts: Accounts): void {
    const asked = this.asked.get(number);
    if (asked === undefined) return;
    this.asked.delete(number);
    clearTimeout(asked.timer);
    asked.resolve(accounts);
  }

  /** Resolves when the message is handed over, or the supervisor is gone. */
  private tell(message: ToSupervisor): Promise<void> {
    return new Promise((resolve) => {
      if (process.send === undefined || !process.connected) return resolve();
      process.send(message, undefined, undefined, () => resolve());
    });
  }
}
