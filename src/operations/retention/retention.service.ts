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

/** Why a day stays although it is old enough to be removed. */
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
    /** Notices that were told. */
    readonly notices: number;
    /** Stored structures of templates that nothing uses any more. */
    readonly structures: number;
    /** Hours of statistics. */
    readonly statistics: number;
    /** Changes of subscriptions that were deleted. */
    readonly changes: number;
  };
}

/**
 * Removes what is older than RETENTION_DAYS: events with their bodies, attempts and answers, by whole days. A day is
 * removed once nothing of it is still to be sent; until then all of it stays. The clock of the database counts, and one
 * process at a time does the work.
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

  /** Null when another process is doing it. */
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

/** The reasons as the log and the command line give them. */
export const REASONS: Readonly<Record<StayReason, string>> = {
  'waited for': 'some of its events are still to be sent',
  'in use': 'another session has its tables open; the next attempt is within the hour',
  unsettled: 'a lane has not settled all of its events yet',
};
