import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { Gone, InvalidInput, NotFound } from '../../shared/domain/errors.js';
import { TIME_ORDERED_ID, timeOf } from '../../shared/domain/time-ordered-id.js';
import { Settings } from '../../shared/settings.js';
import { deliveryKeyOf } from '../domain/delivery-key.js';
import { type FeedPart, FeedRepository } from './feed.repository.js';

const DAY_MS = 86_400_000;

/** The feeds of subscriptions, for partners that fetch deliveries instead of receiving them. */
@Injectable()
export class FeedService {
  constructor(
    private readonly feeds: FeedRepository,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * Deliveries of a subscription, oldest first. The subscription may be deleted or inactive.
   * @param after the `webhook-id` of the last delivery read; absent to read from the beginning
   * @throws NotFound
   * @throws InvalidInput for an `after` that is not of this feed
   * @throws Gone if retention has removed that delivery, and perhaps later ones
   */
  async read(
    partnerId: number,
    subscriptionId: number,
    after: string | undefined,
    limit: number,
  ): Promise<FeedPart> {
    if (!(await this.feeds.has(partnerId, subscriptionId))) {
      throw NotFound.of('webhook subscription', subscriptionId);
    }
    const place = after === undefined ? null : await this.placeOf(partnerId, subscriptionId, after);
    return this.feeds.read(partnerId, subscriptionId, place, limit);
  }

  private async placeOf(partnerId: number, subscriptionId: number, id: string): Promise<string> {
    const key = deliveryKeyOf(partnerId, id);
    if (key?.subscriptionId !== subscriptionId || !TIME_ORDERED_ID.test(key.eventId)) throw unknownAfter();
    const found = await this.feeds.placeOf(partnerId, subscriptionId, key.eventId);
    const now = this.clock.now().getTime();
    const acceptedAt = timeOf(key.eventId);
    if (found?.isThere === false || acceptedAt > now + DAY_MS) throw unknownAfter();
    if (found !== null) return found.place;
    const keptSince = Math.floor(now / DAY_MS - this.settings.retentionDays) * DAY_MS;
    if (acceptedAt < keptSince) throw afterIsGone();
    // The document was erased, but the place is still known.
    return key.eventId;
  }
}

function unknownAfter(): InvalidInput {
  return new InvalidInput([
    {
      pointer: '',
      parameter: 'after',
      code: 'invalid_after',
      message:
        'Query parameter after: Must be the id of a delivery of this subscription, as its feed returned it.',
    },
  ]);
}

function afterIsGone(): Gone {
  return new Gone(
    'after_gone',
    'The delivery in after has been removed by retention, and deliveries after it may have been removed too. Omit after to start with the oldest kept delivery.',
  );
}
