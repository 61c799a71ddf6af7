import type { ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { DeliveryChangesService } from '../delivery/changes/delivery-changes.service.js';
import { EventChangesService } from '../delivery/event-log/event-changes.service.js';
import { EmailChangesService } from '../email/log/email-changes.service.js';
import { AuthenticationService } from '../partner/authentication.service.js';
import { RateLimitService } from '../partner/rate-limit.service.js';
import { type Moment, momentOf } from '../queue/domain/moment.js';
import { ShuttingDown } from '../shared/domain/errors.js';
import { HttpFault } from '../shared/http/http-fault.js';
import type { StreamedKind } from './domain/streamed-kind.js';
import { PartnerWatch, type WatchParts } from './partner-watch.js';
import { StreamReader } from './stream-reader.js';

const MAX_STREAMS = 5;
/** The time after which a disconnected reader can no longer continue. */
const KEPT_MS = 300_000;

/** A request for a stream. */
export interface StreamRequest {
  readonly partnerId: number;
  readonly kinds: ReadonlySet<StreamedKind>;
  readonly authorization: string | undefined;
  /** The id of the last message that the reader has received; undefined for a new reader. */
  readonly lastId: string | undefined;
}

/** The streams of all partners in this process. */
@Injectable()
export class StreamService {
  private readonly parts: WatchParts;
  private readonly watches = new Map<number, PartnerWatch>();
  private readonly counts = new Map<number, number>();
  private isStopping = false;

  constructor(
    authentication: AuthenticationService,
    private readonly deliveries: DeliveryChangesService,
    events: EventChangesService,
    emails: EmailChangesService,
    private readonly limits: RateLimitService,
  ) {
    const log = new Logger('Stream');
    this.parts = {
      authenticate: (authorization) => authentication.authenticate(authorization),
      now: (partnerId) => deliveries.now(partnerId),
      logs: { event: events, delivery: deliveries, email: emails },
      warn: (message) => log.warn(message),
    };
  }

  /**
   * Begins a stream as the response, which lasts until the reader disconnects or is ended. It counts as one of the
   * partner's streams, and no longer as one of its requests in progress.
   * @throws HttpFault 429 if the partner has too many streams
   * @throws ShuttingDown
   */
  async begin(request: StreamRequest, response: ServerResponse): Promise<void> {
    if (this.isStopping) throw new ShuttingDown();
    const { partnerId, kinds, authorization, lastId } = request;
    if (response.closed) return;
    this.count(partnerId, response);
    const now = await this.deliveries.now(partnerId);
    if (response.closed) return;
    const known = lastId === undefined ? null : momentOf(lastId);
    const isKept = known !== null && isWithin(known, now);
    const reader = new StreamReader(response, kinds, authorization, isKept ? known : now);
    this.limits.leave(response);
    if (lastId !== undefined && !isKept) reader.reset();
    this.watchOf(partnerId).add(reader);
  }

  /** The number of open streams. */
  get open(): number {
    let sum = 0;
    for (const count of this.counts.values()) sum += count;
    return sum;
  }

  /** Ends all streams, and refuses new ones. */
  stop(): void {
    this.isStopping = true;
    for (const watch of this.watches.values()) watch.end();
  }

  private watchOf(partnerId: number): PartnerWatch {
    const watch = this.watches.get(partnerId) ?? new PartnerWatch(partnerId, this.parts);
    this.watches.set(partnerId, watch);
    return watch;
  }

  private count(partnerId: number, response: ServerResponse): void {
    const count = this.counts.get(partnerId) ?? 0;
    if (count >= MAX_STREAMS) throw tooMany();
    this.counts.set(partnerId, count + 1);
    response.once('close', () => this.uncount(partnerId));
  }

  private uncount(partnerId: number): void {
    const count = (this.counts.get(partnerId) ?? 1) - 1;
    if (count > 0) {
      this.counts.set(partnerId, count);
      return;
    }
    this.counts.delete(partnerId);
    this.watches.delete(partnerId);
  }
}

function isWithin({ time }: Moment, now: Moment): boolean {
  const ageMs = now.time.getTime() - time.getTime();
  return ageMs >= 0 && ageMs <= KEPT_MS;
}

function tooMany(): HttpFault {
  const detail = `This partner reads ${MAX_STREAMS} streams here. End one of them first.`;
  return new HttpFault(429, 'too_many_streams', detail, { headers: { 'Retry-After': '1' } });
}
