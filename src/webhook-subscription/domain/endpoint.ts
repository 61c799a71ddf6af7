import type { AuthData, AuthType } from './auth/auth-type.js';
import type { SigningSecret } from './signing.js';

/** The credentials that an endpoint expects. */
export interface EndpointAuth {
  readonly type: AuthType;
  readonly data: AuthData;
}

/** Where and how to send deliveries: address, credentials and secrets. */
export interface Endpoint {
  readonly url: string;
  /** Null if the endpoint expects no credentials. */
  readonly auth: EndpointAuth | null;
  /** The current secret first, then replaced ones. Includes replaced secrets that no longer sign. */
  readonly signingSecrets: readonly SigningSecret[];
  /** Attempts per second of all processes together; null for no limit. */
  readonly maxPerSecond: number | null;
}
