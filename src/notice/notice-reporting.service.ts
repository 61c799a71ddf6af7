import { Injectable } from '@nestjs/common';
import type { DocumentEvent } from '../event/domain/event.js';
import { EventJournal } from '../event/domain/event-journal.js';
import { Log } from '../shared/logging/log.js';
import { eventTypeOf, type Notice } from './domain/notice.js';
import type { NoticeObject } from './domain/notice-object.js';
import { NoticeObjects } from './notice-objects.js';
import { NoticeMetrics } from './notice.metrics.js';
import { NoticeRepository, type UnreportedNotice } from './notice.repository.js';

/** Rows that are locked at a time. */
const BATCH = 50;

/**
 * Reports notices as events to their partners. If the process dies before it marks a notice, the notice is reported
 * again; its id is the key of the event, so that the second report is the same event.
 */
@Injectable()
export class NoticeReportingService {
  constructor(
    private readonly notices: NoticeRepository,
    private readonly objects: NoticeObjects,
    private readonly journal: EventJournal,
    private readonly metrics: NoticeMetrics,
    private readonly log: Log,
  ) {}

  /** Reports the waiting notices. */
  async run(): Promise<void> {
    while ((await this.notices.takeUnreported(BATCH, (taken) => this.report(taken))) === BATCH);
  }

  /** Reports the notices one after another, because a partner may use only a few connections. */
  private async report(taken: readonly UnreportedNotice[]): Promise<readonly Notice[]> {
    const reported: Notice[] = [];
    for (const notice of taken) {
      try {
        await this.accept(notice);
        reported.push(notice);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.log.lines.warn({ ...factsOf(notice), reason }, 'notice waits');
      }
    }
    return reported;
  }

  private async accept(notice: UnreportedNotice): Promise<void> {
    const { name } = notice;
    const data = await this.objects.find(notice);
    // An erased email leaves nothing to report.
    if (data !== null) await this.journal.accept([eventOf(notice, data)]);
    this.metrics.written(name);
    this.log.lines.warn(factsOf(notice), `notice: ${name}`);
  }
}

function eventOf(
  { id, name, partnerId, companyId, objectId, createdAt, untold }: UnreportedNotice,
  data: NoticeObject,
): DocumentEvent {
  return {
    key: id,
    type: eventTypeOf(name),
    typeId: objectId,
    companyId,
    createdAt,
    data,
    json: JSON.stringify(data),
    company: null,
    brand: null,
    emails: [],
    audience: { partnerId, exceptSubscriptionIds: new Set(untold) },
  };
}

/** The members of a log line. They leave out the address of the webhook, which may contain a secret. */
function factsOf({ partnerId, companyId, objectId, ...notice }: Notice): object {
  const ids = { partnerId, companyId, objectId };
  if (notice.name === 'emailTemplate.fallback' || notice.name === 'email.bounced') {
    return { ...ids, code: notice.facts.code };
  }
  const { status, error, willBeDeletedAt } = notice.facts;
  return { ...ids, status, error, willBeDeletedAt: willBeDeletedAt && new Date(willBeDeletedAt) };
}
