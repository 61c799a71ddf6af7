import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../contestants/paced-load.js';
import type { Bench } from '../harness/bench.js';
import type { MailSink } from '../harness/mail-sink.js';
import type { Service } from '../harness/service.js';
import { percentile } from '../harness/statistics.js';

const COMPANY = 7_001;
const EVENTS_PER_SECOND = 20;
/** One event in this many asks for an email, and after one in this many the bystander calls the API. */
const EVENTS_PER_EMAIL = 10;
const EVENTS_PER_LOOK = 4;
const PATIENCE_MS = 120_000;

/** The times that the bystander waited, in milliseconds. */
export interface Waits {
  readonly read: readonly number[];
  readonly accepted: readonly number[];
  readonly delivered: readonly number[];
  readonly emailed: readonly number[];
  /** The number of requests that failed. */
  readonly refused: number;
}

/** The kinds of waits. */
export const waitKinds = ['read', 'accepted', 'delivered', 'emailed'] as const;

/** One figure for each kind of wait, in milliseconds. `share` is from 0 (the shortest) to 1 (the longest). */
export function waitsAt(waits: Waits, share: number): Readonly<Record<(typeof waitKinds)[number], number>> {
  const { read, accepted, delivered, emailed } = waits;
  return {
    read: percentile(read, share),
    accepted: percentile(accepted, share),
    delivered: percentile(delivered, share),
    emailed: percentile(emailed, share),
  };
}

/**
 * An ordinary partner with a subscription, a template, some events and emails a second, and occasional looks at the
 * log.
 */
export class Bystander {
  private next = 0;

  private constructor(
    private readonly bench: Bench,
    private readonly service: Service,
    private readonly mails: MailSink,
    private readonly key: string,
  ) {}

  static async arrive(bench: Bench, service: Service, mails: MailSink): Promise<Bystander> {
    const { key } = await service.partner(COMPANY);
    await service.expect('POST', '/partner/webhookSubscription', key, {
      type: 'document.accepted',
      isActive: true,
      url: `https://127.0.0.1:${bench.securePort}/timed/bystander`,
      includePaths: ['*'],
      conditions: { status: 'accepted' },
    });
    const template = await service.expect('POST', '/partner/emailTemplate', key, {
      type: 'mjml',
      parser: 'hbs',
      data: '<mjml><mj-body><mj-section><mj-column><mj-text>{{content}}</mj-text><mj-button href="{{link.href}}">{{link.text}}</mj-button></mj-column></mj-section></mj-body></mjml>',
    });
    await service.expect('PUT', '/partner/emailTemplateAssignment/document', key, {
      templateId: template['id'],
    });
    return new Bystander(bench, service, mails, key);
  }

  /** Runs for this many seconds, at a steady rate whatever happens to earlier requests. */
  async live(seconds: number): Promise<Waits> {
    await this.bench.receiver.received();
    const accepted: number[] = [];
    const read: number[] = [];
    const reported = new Map<number, number>();
    const mailed = new Map<string, number>();
    const running: Promise<void>[] = [];
    let refused = 0;
    const timed = async (into: number[], call: () => Promise<boolean>): Promise<void> => {
      const start = monotonicMs();
      if (await call().catch(() => false)) into.push(monotonicMs() - start);
      else refused += 1;
    };
    const start = monotonicMs();
    for (let made = 0; made < seconds * EVENTS_PER_SECOND; made++) {
      await delay(Math.max(0, start + (made * 1_000) / EVENTS_PER_SECOND - monotonicMs()));
      const number = this.next++;
      const to = made % EVENTS_PER_EMAIL === 0 ? `reader-${number}@client.example` : null;
      reported.set(number, monotonicMs());
      if (to !== null) mailed.set(to, monotonicMs());
      running.push(timed(accepted, () => this.service.report(eventOf(number, to))));
      if (made % EVENTS_PER_LOOK === 0) running.push(timed(read, () => this.look()));
    }
    await Promise.all(running);
    const delivered = await this.deliveredSince(reported);
    const emailed = await this.emailedSince(mailed);
    return { read, accepted, delivered, emailed, refused };
  }

  private async look(): Promise<boolean> {
    const { status } = await this.service.call('GET', '/partner/delivery?limit=20', this.key);
    return status === 200;
  }

  private async deliveredSince(reported: ReadonlyMap<number, number>): Promise<number[]> {
    const arrivals = new Map<number, number>();
    const end = monotonicMs() + PATIENCE_MS;
    while (monotonicMs() < end) {
      for (const [number, at] of (await this.bench.receiver.received()).arrivals) {
        if (!arrivals.has(number)) arrivals.set(number, at);
      }
      if ([...reported.keys()].every((number) => arrivals.has(number))) break;
      await delay(50);
    }
    return [...reported].map(([number, at]) => (arrivals.get(number) ?? end) - at);
  }

  private async emailedSince(mailed: ReadonlyMap<string, number>): Promise<number[]> {
    const end = monotonicMs() + PATIENCE_MS;
    while ([...mailed.keys()].some((to) => !this.mails.arrivals.has(to)) && monotonicMs() < end)
      await delay(50);
    return [...mailed].map(([to, at]) => (this.mails.arrivals.get(to) ?? end) - at);
  }
}

function eventOf(number: number, to: string | null): unknown {
  return {
    type: 'document.accepted',
    typeId: `doc-${number}`,
    companyId: COMPANY,
    data: { id: `doc-${number}`, status: 'accepted', data: { name: 'Offer' } },
    ...(to !== null && {
      emails: [{ kind: 'document', to, language: 'en', link: { href: 'https://view.example/1' } }],
    }),
  };
}
