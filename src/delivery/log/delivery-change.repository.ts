import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { type Moment, SETTLED_WITHIN_MS, type Span } from '../../queue/domain/moment.js';
import { LogStatements } from '../../queue/log/log-statements.repository.js';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';
import type { Delivery } from '../domain/delivery.js';
import type { DeliveryKey } from '../domain/delivery-key.js';
import { changedDeliveries, NOW } from './delivery-change.sql.js';
import { readDeliveries } from './delivery-log.sql.js';

/** Which deliveries of a partner have changed. */
@Injectable()
export class DeliveryChangeRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** The present moment. */
  now(partnerId: number): Promise<Moment> {
    return this.database.of(partnerId, async (rows) => {
      const [{ time, snapshot, watermark }] =
        await rows.query<[{ time: Date; snapshot: string; watermark: string | null }]>(NOW);
      const present = firstIdAt(time.getTime());
      // A lane that has just been opened shows an old watermark.
      const oldest = firstIdAt(time.getTime() - SETTLED_WITHIN_MS);
      const settled = watermark === null || watermark > present ? present : watermark;
      return { time, snapshot, settled: settled < oldest ? oldest : settled };
    });
  }

  /** Those that changed, in the order of their events; at most this many. */
  changed(partnerId: number, span: Span, most: number): Promise<readonly Omit<DeliveryKey, 'partnerId'>[]> {
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      return log.query<Omit<DeliveryKey, 'partnerId'>>(changedDeliveries(partnerId, span, most));
    });
  }

  /** These deliveries, newest first, as they are now; those that are gone are left out. */
  read(partnerId: number, keys: readonly DeliveryKey[]): Promise<readonly Delivery[]> {
    const newestFirst = keys.toSorted((one, other) => other.eventId.localeCompare(one.eventId));
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      return log.query<Delivery>(readDeliveries(partnerId, {}, newestFirst, keys.length));
    });
  }
}
