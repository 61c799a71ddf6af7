import type { AcceptedEvent, DocumentEvent } from '../../../src/event/domain/event.js';
import type { EventType } from '../../../src/event/domain/event-types.js';
import { EPOCH } from '../host.js';
import { Random } from '../random.js';
import { Timeline } from '../timeline.js';

/** Accepts events. Answers with the results, or with null if the caller cannot know them. */
export type Door = (
  events: readonly DocumentEvent[],
  answer: (accepted: AcceptedEvent[] | null) => void,
) => void;

/** Events that were accepted together. */
export interface Receipt {
  readonly events: readonly DocumentEvent[];
  readonly accepted: readonly AcceptedEvent[];
}

const PATIENCE_MS = 10_000;

/** The number of documents: small, so that most have several events, of every type. */
const DOCUMENTS = 4;

/** Two types of events, one much more frequent than the other. */
export function anyType(random: Random): EventType {
  return random.chance(0.8) ? 'document.accepted' : 'document.sent';
}

/**
 * The document service. It repeats each report until that is accepted. Most events have an id of its own, so that a
 * repetition does not create a second event.
 */
export class DocumentService {
  readonly receipts: Receipt[] = [];
  /** The number of reports that are not accepted yet. */
  waiting = 0;
  private count = 0;

  constructor(
    private readonly timeline: Timeline,
    private readonly random: Random,
    private readonly companyIds: readonly number[],
    /** A random instance that accepts requests at this moment; null if there is none. */
    private readonly anyDoor: () => Door | null,
  ) {}

  /** Reports this many events in one request, first to a given door or to any. */
  report(count: number, door: Door | null = null): void {
    this.waiting += 1;
    this.send(
      Array.from({ length: count }, () => this.event()),
      door,
    );
  }

  /** Repeats an accepted report together with a new event, at the same moment. */
  repeat(): void {
    if (this.receipts.length === 0) return;
    const { events } = this.random.pick(this.receipts);
    if (events.some(({ key }) => key === null)) return;
    this.waiting += 1;
    this.send(events);
    this.report(1);
  }

  private send(events: readonly DocumentEvent[], first: Door | null = null): void {
    const again = (): void => {
      this.timeline.in(this.random.between(100, 1_500), () => this.send(events));
    };
    const door = first ?? this.anyDoor();
    if (door === null) return again();
    let isAnswered = false;
    const answered = (accepted: AcceptedEvent[] | null): void => {
      if (isAnswered) return;
      isAnswered = true;
      giveUp();
      if (accepted === null) return again();
      this.waiting -= 1;
      this.receipts.push({ events, accepted });
    };
    const giveUp = this.timeline.in(PATIENCE_MS, () => answered(null));
    door(events, answered);
  }

  /** A random event of a random document. */
  event(): DocumentEvent {
    const { random } = this;
    const number = ++this.count;
    const type = anyType(random);
    const data = {
      id: `d${number}`,
      status: random.pick(['sent', 'accepted', 'denied']),
      amount: random.whole(1, 5),
      client: { name: `client ${number}`, city: random.pick(['Lund', 'Umeå']) },
      rows: [{ text: 'one' }, { text: 'two' }],
    };
    return {
      key: random.chance(0.8) ? `k${number}` : null,
      type,
      typeId: `t${number % DOCUMENTS}`,
      companyId: random.pick(this.companyIds),
      createdAt: new Date(EPOCH + Math.floor(this.timeline.now)),
      data,
      json: JSON.stringify(data),
      company: null,
      brand: null,
      emails: [],
    };
  }
}
