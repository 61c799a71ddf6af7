import generated from './generated/catalogue.json';

/** An event that can trigger a subscription, in the words of the API document. */
export interface EventType {
  readonly type: string;
  readonly summary: string;
  readonly description: string;
  /** A body as a receiver gets it. */
  readonly example: { readonly data: Readonly<Record<string, unknown>> };
}

/** A way in which deliveries authenticate to the receiver, with the members of its `authData`. */
export interface AuthType {
  readonly name: string;
  readonly description: string;
  readonly members: readonly AuthMember[];
}

export interface AuthMember {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Reads back masked. */
  readonly isSecret: boolean;
  /** Has several lines, such as PEM. */
  readonly isText: boolean;
  readonly maxLength: number | null;
  readonly choices: readonly string[] | null;
}

export const eventTypes: readonly EventType[] = generated.eventTypes;
export const authTypes: readonly AuthType[] = generated.authTypes;
