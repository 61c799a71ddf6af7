/**
 * The origin of a change: a request with an API key, from a console session or with a token of the partner's identity
 * provider, or the service itself.
 */
export const actorKinds = ['apiKey', 'console', 'token', 'service'] as const;

/** Who made a change. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  /** The id of the API key; for a console session, of the key issued for it. */
  readonly id: number | null;
  /** The label of the API key, or the subject of the token. */
  readonly name: string | null;
}

/** The actor of changes that no request made, such as an automatic pause. */
export const SERVICE: Actor = { kind: 'service', id: null, name: null };
