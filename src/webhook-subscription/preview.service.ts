import { Injectable } from '@nestjs/common';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { Clock } from '../shared/clock.js';
import { DocumentMemory } from '../shared/document-memory.js';
import { NotFound } from '../shared/domain/errors.js';
import type { Steps } from '../shared/domain/steps.js';
import { ThreadShare } from '../shared/thread-share.js';
import { Conditions } from './domain/conditions/conditions.js';
import { type PastEvent, PastEvents } from './domain/past-events.js';
import { type Preview, previewing, type TriedSubscription } from './domain/preview.js';
import { subscribableTypes } from './domain/required-feature.js';

/** The most characters of documents that one preview of past events reads. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_EXAMPLES = 10;

/** The result of trying a subscription on the newest events of its type. */
export interface PastPreview {
  readonly matched: number;
  /** The number of events. */
  readonly of: number;
  /** Ids of the newest events that match, at most ten. */
  readonly examples: readonly string[];
}

/** Tries subscriptions, which need not exist, on a document or on past events. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly pastEvents: PastEvents,
    private readonly clock: Clock,
    private readonly share: ThreadShare,
    private readonly memory: DocumentMemory,
  ) {}

  onDocument(
    { id: partnerId }: AuthenticatedPartner,
    tried: TriedSubscription,
    document: object,
  ): Promise<Preview> {
    return this.share.run(partnerId, previewing(tried, document, { createdAt: this.clock.now() }));
  }

  /** @throws NotFound if the partner has no such event */
  async onEvent(partner: AuthenticatedPartner, tried: TriedSubscription, eventId: string): Promise<Preview> {
    const event = await this.pastEvents.find(partner.id, eventId, subscribableTypes(partner));
    if (event === null) throw new NotFound(`There is no event ${eventId}.`);
    const release = await this.memory.take(partner.id, event.json);
    return this.share.run(partner.id, previewingOn(tried, event)).finally(release);
  }

  /** Tries at most `most` of the type's newest events, and at most 64 MiB of documents. */
  async onNewest(
    { id: partnerId }: AuthenticatedPartner,
    { type, conditions }: TriedSubscription,
    most: number,
  ): Promise<PastPreview> {
    const examples: string[] = [];
    let [matched, of, characters] = [0, 0, 0];
    for await (const portion of this.pastEvents.newest(partnerId, type, most)) {
      for (const { key, json } of portion) {
        // One document at a time, so that others get their turn in between.
        const release = await this.memory.take(partnerId, json);
        const matches = await this.share.run(partnerId, matching(conditions, json)).finally(release);
        of += 1;
        characters += json.length;
        if (!matches) continue;
        matched += 1;
        if (examples.length < MAX_EXAMPLES) examples.push(key);
      }
      if (characters > MAX_CHARACTERS) break;
    }
    return { matched, of, examples };
  }
}

function* previewingOn(tried: TriedSubscription, event: PastEvent): Steps<Preview> {
  const document = documentIn(event.json);
  yield;
  return yield* previewing(tried, document, event);
}

function* matching(conditions: Conditions, json: string): Steps<boolean> {
  const document = documentIn(json);
  yield;
  return conditions.match(document);
}

function documentIn(json: string): object {
  const document: unknown = JSON.parse(json);
  return typeof document === 'object' && document !== null ? document : {};
}
