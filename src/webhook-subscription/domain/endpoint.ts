import type { AuthData, AuthType } from './auth/auth-type.js';
import type { SigningSecret } from './signing.js';

/** The credentials that an endpoint expects. */
export interface EndpointAuth {
  readonly type: AuthType;
  readonly data: AuthData;
}

/** The address of a delivery, with the credentials and secrets that it is sent with. */
export interface Endpoint {
  readonly url: string;
  /** Null if the endpoint expects no credentials. */
  readonly auth: EndpointAuth | null;
  /** The present one first, then those that sign along after rotations, each until its end; ended ones included. */
  readonly signingSecrets: readonly SigningSecret[];
  /** Attempts per second, of all processes together; null for no limit. */
  readonly maxPerSecond: number | null;
}
