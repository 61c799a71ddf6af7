import type { EndpointAuth } from '../../webhook-subscription/domain/endpoint.js';
import type { Outcome } from './outcome.js';

/** How a request proves to the receiver where it comes from. */
export interface RequestAuth extends EndpointAuth {
  /** The `webhook-id`. */
  readonly id: string;
  /** Seconds since 1970, as in `webhook-timestamp`. */
  readonly timestamp: number;
}

/** One HTTP POST as it goes out: header names in lower case, the body in its final bytes. */
export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Absent when the receiver asks for no credentials. */
  readonly auth?: RequestAuth;
}

/** Carries deliveries to receivers. A port: the network is behind it, or receivers made up in simulation. */
export abstract class Transport {
  /**
   * Posts once, within the deadline of the settings. Never rejects: whatever happens is an outcome. Redirects are not
   * followed; the answer is read up to a bound.
   */
  abstract send(request: OutboundRequest): Promise<Outcome>;

  /** Lets what is in flight end, then drops every connection. Nothing can be sent afterwards. */
  abstract close(): Promise<void>;
}
