import { Injectable } from '@nestjs/common';
import type { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import type { Moment, Span } from '../../queue/domain/moment.js';
import { DeliveryView } from '../delivery.dto.js';
import { deliveryId, deliveryKeyOf } from '../domain/delivery-key.js';
import { DeliveryChangeRepository } from '../log/delivery-change.repository.js';

/** Deliveries read by one statement. */
const PORTION = 200;

/** The deliveries that changed, as their list shows them. */
@Injectable()
export class DeliveryChangesService {
  constructor(private readonly changes: DeliveryChangeRepository) {}

  /** The present moment, for all kinds of changes. */
  now(partnerId: number): Promise<Moment> {
    return this.changes.now(partnerId);
  }

  /** Ids of those that changed, oldest event first; at most this many. */
  async changed({ id }: AuthenticatedPartner, span: Span, most: number): Promise<readonly string[]> {
    return (await this.changes.changed(id, span, most)).map(deliveryId);
  }

  /** The deliveries with these ids, in that order and in parts; those that are gone are left out. */
  async *read({ id }: AuthenticatedPartner, ids: readonly string[]): AsyncGenerator<readonly DeliveryView[]> {
    for (let from = 0; from < ids.length; from += PORTION) {
      const keys = ids.slice(from, from + PORTION).flatMap((text) => deliveryKeyOf(id, text) ?? []);
      const found = await this.changes.read(id, keys);
      yield found.toReversed().map((delivery) => DeliveryView.of(delivery));
    }
  }
}
