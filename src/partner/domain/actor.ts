/**
 * What made a change: a request with an API key, from a console session or with a token of the partner's identity
 * provider; or the service itself.
 */
export const actorKinds = ['apiKey', 'console', 'token', 'service'] as const;

/** Who made a change. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  /** Of the API key; for a console session, of the key that was issued for it. */
  readonly id: number | null;
  /** The label of the API key, or the subject of the token. */
  readonly name: string | null;
}

/** For changes that follow from what happened, and not from a request. */
export const SERVICE: Actor = { kind: 'service', id: null, name: null };
