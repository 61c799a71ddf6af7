import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../harness/bench.js';
import type { Service } from '../harness/service.js';

const COMPANY = 7_002;
const SUBSCRIPTIONS = 1_000;
const LARGE_TEMPLATES = 60;
const READERS = 10;
const AT_ONCE = 10;

/** Sends the most expensive requests that an ordinary partner may make, all at once and repeatedly. */
export class Attacker {
  private stopped = false;
  private readonly running: Promise<void>[] = [];
  private readonly mebibyte = JSON.stringify(
    Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`member${index}`, 'x'.repeat(30) + index]),
    ),
  );

  private constructor(
    private readonly service: Service,
    private readonly key: string,
    private readonly burningId: number,
  ) {}

  /**
   * Creates subscriptions and templates of the largest size, and a template that never ends, assigned to its emails.
   */
  static async arrive(bench: Bench, service: Service): Promise<Attacker> {
    const { key } = await service.partner(COMPANY);
    for (let number = 0; number < SUBSCRIPTIONS; number++) {
      await service.expect('POST', '/partner/webhookSubscription', key, {
        type: 'document.accepted',
        isActive: true,
        url: `https://127.0.0.1:${bench.securePort}/hang/${number}`,
        ...hostileMatching(number),
      });
    }
    const padding = '<p>padding</p>'.repeat(15_000);
    for (let number = 0; number < LARGE_TEMPLATES; number++) {
      await service.expect('POST', '/partner/emailTemplate', key, {
        type: 'html',
        data: `<body>${padding}</body>`,
      });
    }
    const burning = await service.expect('POST', '/partner/emailTemplate', key, BURNING);
    await service.expect('PUT', '/partner/emailTemplateAssignment/document', key, {
      templateId: burning['id'],
    });
    return new Attacker(service, key, Number(burning['id']));
  }

  /** Starts. `stop` ends it. */
  begin(): void {
    const { service, key } = this;
    const preview = JSON.stringify({
      type: 'document.accepted',
      ...hostileMatching(0),
      document: JSON.parse(this.mebibyte),
    });
    const data = { rows: Array.from({ length: 200 }, (_, row) => row) };
    this.repeat(AT_ONCE, () => service.call('POST', '/partner/webhookSubscription/preview', key, preview));
    this.repeat(AT_ONCE, () =>
      service.call('GET', `/partner/delivery?typeId=none&companyId=${COMPANY}`, key),
    );
    this.repeat(AT_ONCE, () => service.call('POST', '/partner/emailTemplate/validate', key, BURNING));
    this.repeat(AT_ONCE, () =>
      service.call('POST', `/partner/emailTemplate/${this.burningId}/render`, key, { data }),
    );
    this.repeat(2, async () => {
      await service.report(this.event());
      await delay(500);
    });
    for (let reader = 0; reader < READERS; reader++) this.running.push(this.readNothing());
  }

  /** Resolves when no request is in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private repeat(atOnce: number, call: () => Promise<unknown>): void {
    const loop = async (): Promise<void> => {
      while (!this.stopped) {
        await call().catch(() => undefined);
        // Refusals come at once, but even an attacker's own machine has limits.
        await delay(5);
      }
    };
    for (let number = 0; number < atOnce; number++) this.running.push(loop());
  }

  /** Requests a page of large templates repeatedly, and reads nothing of the answers. */
  private async readNothing(): Promise<void> {
    while (!this.stopped) {
      const socket = connect(this.service.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(
        `GET /partner/emailTemplate?limit=500 HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${this.key}\r\n\r\n`,
      );
      for (let waited = 0; waited < 40 && !this.stopped && !socket.destroyed; waited++) await delay(1_000);
      socket.destroy();
    }
  }

  private event(): unknown {
    const emails = Array.from({ length: 5 }, (_, number) => ({
      kind: 'document',
      to: `victim-${number}@attacker.example`,
      language: 'en',
      link: { href: 'https://view.example/1' },
    }));
    return {
      type: 'document.accepted',
      typeId: 'hostile',
      companyId: COMPANY,
      data: { ...(JSON.parse(this.mebibyte) as object), rows: Array.from({ length: 200 }, (_, row) => row) },
      emails,
    };
  }
}

/** The most expensive conditions and paths within the limits, different for each subscription. */
function hostileMatching(number: number): {
  readonly conditions: unknown;
  readonly includePaths: readonly string[];
} {
  const steps = ['*', 'a', 'member1'];
  const path = (seed: number): string =>
    Array.from({ length: 6 }, (_, step) => steps[Math.floor(seed / 3 ** step) % 3]).join('.');
  const values = Array.from({ length: 400 }, (_, value) => value * 7 + number);
  return {
    conditions: Object.fromEntries(
      Array.from({ length: 40 }, (_, key) => [
        key === 0 ? '*' : path(key + number),
        key === 0 ? { $nin: values } : { $exists: false },
      ]),
    ),
    includePaths: Array.from({ length: 90 }, (_, index) => path(index * 5 + number)),
  };
}

/** Four nested loops over any list in the data: practically endless. */
const BURNING = {
  type: 'html',
  parser: 'hbs',
  data: '{{#each document.rows}}{{#each ../document.rows}}{{#each ../../document.rows}}{{#each ../../../document.rows}}x{{/each}}{{/each}}{{/each}}{{/each}}',
};
