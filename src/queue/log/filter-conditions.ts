import { firstIdAt } from '../../shared/domain/time-ordered-id.js';

/** A statement and its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The part of a filter that says how far a list goes. */
interface Span {
  readonly since?: Date;
  readonly until?: Date;
  /** The place after which the page begins. */
  readonly after?: Place;
}

interface Place {
  readonly eventId: string;
  readonly subscriptionId?: number;
}

/** The parameters of a statement, beginning with the partner and a number of rows, and conditions that use them. */
export class FilterConditions {
  readonly values: unknown[];

  constructor(partnerId: number, rows: number) {
    this.values = [partnerId, rows];
  }

  /** The place of a parameter in the statement's text. */
  value(given: unknown): string {
    return `$${this.values.push(given)}`;
  }

  /** That each column has its value; a value that is absent restricts nothing. */
  equal(values: Readonly<Record<string, unknown>>): string[] {
    return Object.entries(values).flatMap(([column, given]) =>
      given === undefined ? [] : [`${column} = ${this.value(given)}`],
    );
  }

  /** Bounds of an event's id, by which whole days are left out. */
  span(id: string, { since, until, after }: Span): string[] {
    return [
      ...(since ? [`${id} >= ${this.value(firstIdAt(since.getTime()))}::uuid`] : []),
      ...(until ? [`${id} < ${this.value(firstIdAt(until.getTime()))}::uuid`] : []),
      ...(after ? [`${id} <= ${this.value(after.eventId)}::uuid`] : []),
    ];
  }

  /** That a delivery is older than the one after which the page begins. */
  after(eventId: string, subscriptionId: string, { after }: Span): string[] {
    if (!after) return [];
    const [event, subscription] = [this.value(after.eventId), this.value(after.subscriptionId ?? 0)];
    return [`(${eventId}, ${subscriptionId}) < (${event}::uuid, ${subscription}::int)`];
  }
}
