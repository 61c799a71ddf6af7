import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { type Moment, SETTLED_WITHIN_MS, type Span } from '../../queue/domain/moment.js';
import { LogStatements } from '../../queue/log/log-statements.sql.js';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';
import type { Delivery } from '../domain/delivery.js';
import type { DeliveryKey } from '../domain/delivery-key.js';
import { changedDeliveries, NOW } from './delivery-change.sql.js';
import { readDeliveries } from './delivery-log.sql.js';

/** Finds the deliveries of a partner that have changed. */
@Injectable()
export class DeliveryChangeRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** The current moment. */
  now(partnerId: number): Promise<Moment> {
    return this.database.of(partnerId, async (rows) => {
      const [{ time, snapshot, watermark }] =
        await rows.query<[{ time: Date; snapshot: string; watermark: string | null }]>(NOW);
      const present = firstIdAt(time.getTime());
      // A lane that was just opened still has an old watermark.
      const oldest = firstIdAt(time.getTime() - SETTLED_WITHIN_MS);
      const settled = watermark === null || watermark > present ? present : watermark;
      return { time, snapshot, settled: settled < oldest ? oldest : settled };
    });
  }

  /** At most `most` deliveries that changed in the span, in the order of their events. */
  changed(partnerId: number, span: Span, most: number): Promise<readonly Omit<DeliveryKey, 'partnerId'>[]> {
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      return log.query<Omit<DeliveryKey, 'partnerId'>>(changedDeliveries(partnerId, span, most));
    });
  }

  /** The current state of these deliveries, newest first. Omits those that no longer exist. */
  read(partnerId: number, keys: readonly DeliveryKey[]): Promise<readonly Delivery[]> {
    const newestFirst = keys.toSorted((one, other) => other.eventId.localeCompare(one.eventId));
    return this.database.of(partnerId, async (rows) => {
      const log = await LogStatements.within(rows);
      return log.query<Delivery>(readDeliveries(partnerId, {}, newestFirst, keys.length));
    });
  }
}
