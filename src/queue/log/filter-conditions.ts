import { firstIdAt } from '../../shared/domain/time-ordered-id.js';

/** A statement and its parameters. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The part of a filter that limits the range of a list. */
interface Span {
  readonly since?: Date;
  readonly until?: Date;
  /** The place after which the page starts. */
  readonly after?: Place;
}

interface Place {
  readonly eventId: string;
  readonly subscriptionId?: number;
}

/** Builds conditions and collects their parameters, which begin with the partner and a number of rows. */
export class FilterConditions {
  readonly values: unknown[];

  constructor(partnerId: number, rows: number) {
    this.values = [partnerId, rows];
  }

  /** Adds a parameter. Returns its placeholder. */
  value(given: unknown): string {
    return `$${this.values.push(given)}`;
  }

  /** Conditions that each column has its value. An absent value does not restrict. */
  equal(values: Readonly<Record<string, unknown>>): string[] {
    return Object.entries(values).flatMap(([column, given]) =>
      given === undefined ? [] : [`${column} = ${this.value(given)}`],
    );
  }

  /** Conditions on an event's id, which exclude whole days. */
  span(id: string, { since, until, after }: Span): string[] {
    return [
      ...(since ? [`${id} >= ${this.value(firstIdAt(since.getTime()))}::uuid`] : []),
      ...(until ? [`${id} < ${this.value(firstIdAt(until.getTime()))}::uuid`] : []),
      ...(after ? [`${id} <= ${this.value(after.eventId)}::uuid`] : []),
    ];
  }

  /** The condition that a delivery is older than the one after which the page starts. */
  after(eventId: string, subscriptionId: string, { after }: Span): string[] {
    if (!after) return [];
    const [event, subscription] = [this.value(after.eventId), this.value(after.subscriptionId ?? 0)];
    return [`(${eventId}, ${subscriptionId}) < (${event}::uuid, ${subscription}::int)`];
  }
}
