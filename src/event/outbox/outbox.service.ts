import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WorkPoller } from '../../database/work-poller.js';
import { Clock } from '../../shared/clock.js';
import { InvalidInput } from '../../shared/domain/errors.js';
import { sanityProblems } from '../../shared/http/json-sanity.js';
import { Settings } from '../../shared/settings.js';
import { eventsOf } from '../domain/event-check.js';
import { EventJournal } from '../domain/event-journal.js';
import type { EventRequest } from '../event.dto.js';
import { OutboxMetrics } from './outbox.metrics.js';
import {
  type HostTransaction,
  OutboxRepository,
  type OutboxRow,
  type OutboxVerdict,
} from './outbox.repository.js';

const BATCH = 100;

/**
 * Accepts events that the host application publishes in its transactions. They wait in the outbox for a worker. If a
 * worker dies in between, an event is accepted twice, but counts once because of its key.
 */
@Injectable()
export class OutboxService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('Outbox');
  private moving: Promise<void> | null = null;
  private isWoken = false;
  private isStopping = false;

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly journal: EventJournal,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly metrics: OutboxMetrics,
    private readonly work: WorkPoller,
  ) {}

  /**
   * Publishes an event in a transaction. It is accepted only if the transaction commits.
   * @returns the event's id, given or assigned
   * @throws InvalidInput with all problems of the event; then nothing is written
   */
  async publish(event: EventRequest, transaction: HostTransaction): Promise<string> {
    const now = this.clock.now();
    const id = event.id ?? randomUUID();
    const createdAt = event.createdAt ?? now.toISOString();
    const json = JSON.stringify(Object.assign({}, event, { id, createdAt }));
    const written: unknown = JSON.parse(json);
    const problems = sanityProblems(written);
    if (problems.length > 0) throw new InvalidInput(problems);
    eventsOf(written, now);
    await this.outbox.add(json, transaction, () => this.wake());
    return id;
  }

  /** Workers also process events published by other processes. */
  onApplicationBootstrap(): void {
    if (!this.settings.roles.has('worker')) return;
    this.work.add({
      table: 'outbox',
      where: 'refused IS NULL',
      indexedBy: 'id',
      onPoll: (isThere) => void (isThere && this.wake()),
    });
  }

  /** Processes waiting events. */
  private wake(): void {
    if (this.isStopping || !this.settings.roles.has('worker')) return;
    this.isWoken = true;
    this.moving ??= this.move().finally(() => (this.moving = null));
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.moving;
  }

  private async move(): Promise<void> {
    try {
      while (this.isWoken && !this.isStopping) {
        this.isWoken = false;
        const settled = await this.outbox.take(BATCH, (rows) => this.accept(rows));
        if (settled === BATCH) this.isWoken = true;
      }
    } catch (error) {
      // The events stay in the outbox until the next run.
      this.log.warn(
        `Published events cannot be accepted yet: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /**
   * Accepts the events separately but in one group, so that a faulty one does not affect the others. Events that cannot
   * be written now stay in the outbox.
   */
  private async accept(rows: readonly OutboxRow[]): Promise<OutboxVerdict[]> {
    const now = this.clock.now();
    const verdicts = rows.map(async ({ id, event }): Promise<OutboxVerdict | null> => {
      try {
        await this.journal.accept(eventsOf(event, now));
        return { id, refused: null };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!(error instanceof InvalidInput)) {
          this.log.warn(`Published event ${id} cannot be accepted yet: ${reason}`);
          return null;
        }
        // The rules have changed since the event was published.
        this.log.warn(`Published event ${id} is refused: ${reason}`);
        this.metrics.refused.inc();
        return { id, refused: reason };
      }
    });
    return (await Promise.all(verdicts)).filter((verdict) => verdict !== null);
  }
}
