import { Injectable } from '@nestjs/common';
import type { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import type { Moment, Span } from '../../queue/domain/moment.js';
import { DeliveryView } from '../delivery.dto.js';
import { deliveryId, deliveryKeyOf } from '../domain/delivery-key.js';
import { DeliveryChangeRepository } from '../log/delivery-change.repository.js';

/** How many deliveries one statement reads. */
const PORTION = 200;

/** Finds and reads deliveries that have changed, for streams. */
@Injectable()
export class DeliveryChangesService {
  constructor(private readonly changes: DeliveryChangeRepository) {}

  /** The current moment, used for all kinds of changes. */
  now(partnerId: number): Promise<Moment> {
    return this.changes.now(partnerId);
  }

  /** Ids of at most `most` deliveries that changed in the span, oldest event first. */
  async changed({ id }: AuthenticatedPartner, span: Span, most: number): Promise<readonly string[]> {
    return (await this.changes.changed(id, span, most)).map(deliveryId);
  }

  /** Reads deliveries in the order of their ids, in batches. Omits those that no longer exist. */
  async *read({ id }: AuthenticatedPartner, ids: readonly string[]): AsyncGenerator<readonly DeliveryView[]> {
    for (let from = 0; from < ids.length; from += PORTION) {
      const keys = ids.slice(from, from + PORTION).flatMap((text) => deliveryKeyOf(id, text) ?? []);
      const found = await this.changes.read(id, keys);
      yield found.toReversed().map((delivery) => DeliveryView.of(delivery));
    }
  }
}
