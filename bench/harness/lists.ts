import { everyPartnerPool } from '../../src/database/every-partner.js';
import { Bench } from './bench.js';
import { fillLog, FAILING, SUCCEEDING } from './log-history.js';
import { Service } from './service.js';
import { fillSubscriptions } from './subscription-history.js';

const FIRST_COMPANY = 9_000;

/** A service with two partners, and their lists. */
export class Lists {
  private constructor(
    private readonly service: Service,
    private readonly keys: ReadonlyMap<number, string>,
  ) {}

  static async open(bench: Bench, deliveries: number): Promise<Lists> {
    const url = await bench.database.create();
    const database = everyPartnerPool(url, { max: 1 });
    if (deliveries > 0) await fillLog(database, deliveries);
    // Without a worker, which would attempt what waits.
    const service = await Service.prepare(bench, url, { ROLES: 'api', RATE_LIMIT_PER_PARTNER: '0' });
    await service.start();
    const keys = new Map<number, string>();
    for (const partner of [SUCCEEDING, FAILING])
      keys.set(partner, (await service.partner(FIRST_COMPANY + partner)).key);
    if (deliveries > 0) await fillSubscriptions(database, SUCCEEDING);
    await database.end();
    const lists = new Lists(service, keys);
    // Each connection of the pool plans each statement once.
    for (const partner of [SUCCEEDING, FAILING]) await lists.ask(partner, '/partner/delivery');
    return lists;
  }

  async ask(
    partner: number,
    query: string,
  ): Promise<{ milliseconds: number; rows: number; goesOn: boolean }> {
    const start = performance.now();
    const { rows, goesOn } = await this.service.list(query, this.keys.get(partner) ?? '');
    return { milliseconds: performance.now() - start, rows, goesOn };
  }

  close(): Promise<void> {
    return this.service.close();
  }
}
