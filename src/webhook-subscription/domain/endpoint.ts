import type { AuthData, AuthType } from './auth/auth-type.js';
import type { SigningSecret } from './signing.js';

/** How an endpoint wants deliveries to prove where they come from. */
export interface EndpointAuth {
  readonly type: AuthType;
  readonly data: AuthData;
}

/** Where a delivery goes, and what it carries to prove where it comes from. */
export interface Endpoint {
  readonly url: string;
  /** Null when the endpoint asks for no credentials. */
  readonly auth: EndpointAuth | null;
  /** The present one first, then those that sign along after rotations, each until its end; ended ones included. */
  readonly signingSecrets: readonly SigningSecret[];
}
