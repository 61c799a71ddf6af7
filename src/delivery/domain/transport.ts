import type { EndpointAuth } from '../../webhook-subscription/domain/endpoint.js';
import type { Outcome } from './outcome.js';

/** How a request authenticates to the receiver. */
export interface RequestAuth extends EndpointAuth {
  /** The `webhook-id`. */
  readonly id: string;
  /** Seconds since 1970, as in `webhook-timestamp`. */
  readonly timestamp: number;
}

/** One HTTP POST as it goes out: header names in lower case, the body in its final bytes. */
export interface OutboundRequest {
  readonly partnerId: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Absent if the receiver requires no credentials. */
  readonly auth?: RequestAuth;
}

/** Sends deliveries to receivers. A port, implemented with the network and, in the simulation, with fake receivers. */
export abstract class Transport {
  /**
   * Posts once, within the configured deadline. Never rejects: every result is an outcome. Does not follow redirects,
   * and reads the answer up to a limit.
   */
  abstract send(request: OutboundRequest): Promise<Outcome>;

  /** Waits for requests in flight, then closes all connections. Nothing can be sent afterwards. */
  abstract close(): Promise<void>;
}
