import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DAY_MS } from '../../database/partitions/day-tables.js';
import { StoredStructuresService } from '../../rendering/structures/stored-structures.service.js';
import { Settings } from '../../shared/settings.js';
import { type DayFate, RetentionRepository } from './retention.repository.js';

/** Why a day stays although it is old enough to go. */
export type StayReason = Exclude<DayFate, 'dropped'> | 'unsettled';

export interface RetentionReport {
  /** What was accepted before this time need not be kept. */
  readonly before: Date;
  /** Days, as `20261121`. */
  readonly dropped: readonly string[];
  readonly stay: readonly { readonly day: string; readonly reason: StayReason }[];
  /** Rows that lay in no day's partition, ids of events, credentials, and published events that were refused. */
  readonly removed: {
    readonly strays: number;
    readonly eventKeys: number;
    readonly credentials: number;
    readonly refusedEvents: number;
    /** Stored structures of templates that nothing uses any more. */
    readonly structures: number;
  };
}

/**
 * Lets go of what is older than RETENTION_DAYS: events with their bodies, attempts and answers, by whole days. A day
 * goes when nothing of it is still to be sent; until then it stays, all of it. By the clock of the database, and in one
 * process at a time.
 */
@Injectable()
export class RetentionService {
  private readonly log = new Logger('Retention');

  constructor(
    private readonly retention: RetentionRepository,
    private readonly structures: StoredStructuresService,
    private readonly settings: Settings,
  ) {}

  /** Null when another process is at it. */
  run(): Promise<RetentionReport | null> {
    return this.retention.alone(() => this.letGo());
  }

  @Cron('0 17 * * * *')
  async runBySchedule(): Promise<void> {
    try {
      const report = await this.run();
      if (report !== null) this.tell(report);
    } catch (error) {
      this.log.warn(`Nothing old could be removed: ${String(error)}`);
    }
  }

  private async letGo(): Promise<RetentionReport> {
    const now = await this.retention.now();
    const before = Math.floor(now / DAY_MS - this.settings.retentionDays) * DAY_MS;
    const dropped: string[] = [];
    const stay: { day: string; reason: StayReason }[] = [];
    const isSettled = await this.retention.isSettledBefore(before);
    for (const stored of await this.retention.daysBefore(before)) {
      const { day } = stored;
      const fate = isSettled ? await this.retention.drop(stored) : 'unsettled';
      if (fate === 'dropped') dropped.push(day);
      else stay.push({ day, reason: fate });
    }
    const removed = {
      strays: isSettled ? await this.retention.cleanDefaults(before) : 0,
      eventKeys: await this.retention.removeEventKeys(),
      credentials: await this.retention.removeCredentials(before),
      refusedEvents: await this.retention.removeRefusedEvents(before),
      structures: await this.structures.removeUnused(),
    };
    return { before: new Date(before), dropped, stay, removed };
  }

  private tell({ dropped, stay }: RetentionReport): void {
    if (dropped.length > 0) this.log.log(`Dropped the days ${dropped.join(', ')}.`);
    for (const { day, reason } of stay) this.log.warn(`The day ${day} stays: ${REASONS[reason]}.`);
  }
}

/** In words for people. */
export const REASONS: Readonly<Record<StayReason, string>> = {
  'waited for': 'something of it is still to be sent',
  'in use': 'somebody else has its tables open; it is tried again within the hour',
  unsettled: 'a lane has not come so far yet',
};
