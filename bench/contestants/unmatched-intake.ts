import { Bench } from '../harness/bench.js';
import { cpuOf, memoryOf } from '../harness/process-cpu.js';
import { Service } from '../harness/service.js';
import { sampleDocument } from '../../src/event/domain/samples.js';
import { everyPartnerPool } from '../../src/database/every-partner.js';
import type { Contestant } from './contestant.js';

const CALLERS = 48;
const ARRAY = 20;
const FIRST_COMPANY = 1_000;

/** Events over HTTP to a service whose subscriptions are all tested and never match, to measure the intake alone. */
export class UnmatchedIntake implements Contestant {
  private next = 0;
  private readonly data = sampleDocument('accepted');

  private constructor(
    readonly name: string,
    private readonly service: Service,
    private readonly partners: number,
  ) {}

  /** @param subscriptions the number for each partner; each partner has one company */
  static async start(
    bench: Bench,
    name: string,
    partners: number,
    subscriptions: number,
  ): Promise<UnmatchedIntake> {
    const url = await bench.database.create();
    const database = everyPartnerPool(url, { max: 1 });
    await database.query(
      `WITH p AS (
         INSERT INTO partner (id, name, created_at, updated_at)
         SELECT n, 'Partner ' || n, now(), now() FROM generate_series(1, $1::int) AS n RETURNING id
       ) INSERT INTO partner_company (partner_id, company_id, created_at) SELECT id, $2::int + id, now() FROM p`,
      [partners, FIRST_COMPANY],
    );
    await database.query(
      `INSERT INTO webhook_subscription (partner_id, id, type, is_active, url, include_paths, conditions, sealed_secret,
         live_since, created_at, updated_at)
       SELECT p, (p - 1) * $2::int + n, 'document.accepted', true, 'https://receiver.example/hook', '{id,status}',
         json_build_object('status', 'of subscription ' || n), 'sealed', 0, now(), now()
       FROM generate_series(1, $1::int) AS p CROSS JOIN generate_series(1, $2::int) AS n`,
      [partners, subscriptions],
    );
    await database.query('VACUUM ANALYZE partner, partner_company, webhook_subscription');
    await database.end();
    const service = await Service.prepare(bench, url);
    await service.start();
    return new UnmatchedIntake(name, service, partners);
  }

  /** Microseconds of CPU of the service's process. */
  get cpu(): number {
    return cpuOf(this.service.pid);
  }

  /** Resident memory of the service's process. */
  get memory(): number {
    return memoryOf(this.service.pid);
  }

  /** A gauge of the service, such as `livery_subscription_cache_bytes`. */
  async gauge(name: string): Promise<number> {
    const { text } = await this.service.call('GET', '/metrics', '');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  async deliver(count: number): Promise<void> {
    let left = count;
    const call = async (): Promise<void> => {
      while (left > 0) {
        const size = Math.min(ARRAY, left);
        left -= size;
        if (!(await this.service.report(Array.from({ length: size }, () => this.event()))))
          throw new Error('An event was refused.');
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, call));
  }

  async close(): Promise<void> {
    await this.service.close();
  }

  private event() {
    const number = this.next++;
    const companyId = FIRST_COMPANY + 1 + (number % this.partners);
    return { type: 'document.accepted', typeId: `doc-${number}`, companyId, data: this.data };
  }
}
