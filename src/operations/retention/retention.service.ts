import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { PortalLinkRetentionRepository } from '../../console/portal-link-retention.repository.js';
import { DAY_MS } from '../../database/partitions/day-table.js';
import { type DayFate, PartitionRepository } from '../../database/partitions/partition.repository.js';
import { DeliveryRetentionRepository } from '../../delivery/delivery-retention.repository.js';
import { EmailRetentionRepository } from '../../email/email-retention.repository.js';
import { OutboxRetentionRepository } from '../../event/outbox/outbox-retention.repository.js';
import { NoticeRetentionRepository } from '../../notice/notice-retention.repository.js';
import { ApiKeyRetentionRepository } from '../../partner/api-key-retention.repository.js';
import { StoredStructuresService } from '../../rendering/structures/stored-structures.service.js';
import { Settings } from '../../shared/settings.js';
import { HistoryRetentionRepository } from '../../webhook-subscription/history/history-retention.repository.js';
import { dayTables } from '../partitions/day-tables.js';
import { RetentionRepository } from './retention.repository.js';

/** The reason why a day that is old enough is not removed. */
export type StayReason = Exclude<DayFate, 'dropped'> | 'unsettled';

export interface RetentionReport {
  /** Data accepted before this time need not be kept. */
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
    /** Notices that had been reported and mailed. */
    readonly notices: number;
    /** Stored structures of templates that are no longer in use. */
    readonly structures: number;
    /** Hours of statistics. */
    readonly statistics: number;
    /** Logged changes of deleted subscriptions. */
    readonly changes: number;
  };
}

/**
 * Removes events older than RETENTION_DAYS with their bodies, attempts and answers, by whole days. A day stays as long
 * as any part of it is still to be sent. The database's clock decides, and one process at a time does the work.
 */
@Injectable()
export class RetentionService {
  private readonly log = new Logger('Retention');

  constructor(
    private readonly retention: RetentionRepository,
    private readonly partitions: PartitionRepository,
    private readonly deliveries: DeliveryRetentionRepository,
    private readonly emails: EmailRetentionRepository,
    private readonly outbox: OutboxRetentionRepository,
    private readonly apiKeys: ApiKeyRetentionRepository,
    private readonly portalLinks: PortalLinkRetentionRepository,
    private readonly notices: NoticeRetentionRepository,
    private readonly structures: StoredStructuresService,
    private readonly histories: HistoryRetentionRepository,
    private readonly settings: Settings,
  ) {}

  /** Returns null if another process is removing data. */
  run(): Promise<RetentionReport | null> {
    return this.retention.alone(() => this.removeOld());
  }

  @Cron('0 17 * * * *', { timeZone: 'UTC' })
  async runBySchedule(): Promise<void> {
    try {
      const report = await this.run();
      if (report !== null) this.logDays(report);
    } catch (error) {
      this.log.warn(`Expired data could not be removed: ${String(error)}`);
    }
  }

  private async removeOld(): Promise<RetentionReport> {
    const now = await this.retention.now();
    const before = Math.floor(now / DAY_MS - this.settings.retentionDays) * DAY_MS;
    const dropped: string[] = [];
    const stay: { day: string; reason: StayReason }[] = [];
    const isSettled = await this.deliveries.isSettledBefore(before);
    for (const stored of await this.partitions.daysBefore(dayTables.partitioned, before)) {
      const { day } = stored;
      const fate = isSettled ? await this.partitions.drop(stored, dayTables.waiting) : 'unsettled';
      if (fate === 'dropped') dropped.push(day);
      else stay.push({ day, reason: fate });
    }
    const removed = {
      strays: isSettled ? await this.partitions.cleanDefaults(dayTables, before) : 0,
      eventKeys: await this.deliveries.removeEventKeys(),
      credentials: (await this.apiKeys.removeEndedBefore(before)) + (await this.portalLinks.removeExpired()),
      refusedEvents: await this.outbox.removeRefused(before),
      notices: await this.notices.removeBefore(before),
      structures: await this.structures.removeUnused(),
      statistics:
        (await this.deliveries.removeStatistics(before)) + (await this.emails.removeStatistics(before)),
      changes: await this.histories.removeOfDeleted(before),
    };
    return { before: new Date(before), dropped, stay, removed };
  }

  private logDays({ dropped, stay }: RetentionReport): void {
    if (dropped.length > 0) this.log.log(`Dropped the days ${dropped.join(', ')}.`);
    for (const { day, reason } of stay) this.log.warn(`The day ${day} stays: ${REASONS[reason]}.`);
  }
}

/** The reasons in the words of the log and the command line. */
export const REASONS: Readonly<Record<StayReason, string>> = {
  'waited for': 'some of its events are still to be sent',
  'in use': 'another session has its tables open; the next attempt is within the hour',
  unsettled: 'a lane has not settled all of its events yet',
};
