import generated from './generated/catalogue.json';

/** An event that can trigger a subscription, described as in the API document. */
export interface EventType {
  readonly type: string;
  readonly summary: string;
  /** The feature that a partner needs for it; null if there is none. */
  readonly feature: string | null;
  /** A body as receivers get it. */
  readonly example: { readonly data: Readonly<Record<string, unknown>> };
}

/** The parts of a JSON Schema that all bodies have in common. */
export interface BodySchema {
  readonly description: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly description: string }>>;
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
  /** True if it is masked in answers. */
  readonly isSecret: boolean;
  /** True if it has several lines, such as PEM. */
  readonly isText: boolean;
  readonly maxLength: number | null;
  readonly choices: readonly string[] | null;
}

export const eventTypes: readonly EventType[] = generated.eventTypes;
export const bodySchema: BodySchema = generated.bodySchema;
export const authTypes: readonly AuthType[] = generated.authTypes;
