import { Agent } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { HttpService } from '@nestjs/axios';
import { EgressConnector } from './egress-connector.js';
import { EgressFailure } from './egress-failure.js';
import { EgressGuard } from './egress-guard.js';
import { USER_AGENT } from './user-agent.js';

interface RequestOptions {
  /** For everything from the name's resolution to the last byte; 5 seconds when not given. */
  readonly timeoutMs?: number;
  /** The longest body that is taken; 256 KiB when not given. */
  readonly maxBytes?: number;
  /** Media types for the accept header; JSON when not given. */
  readonly accept?: string;
  /** Ends the request before that. */
  readonly signal?: AbortSignal;
}

interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly data?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface FormOptions extends RequestOptions {
  readonly authorization: string;
}

/** An answer as it came, whatever its status. */
export interface EgressAnswer {
  readonly status: number;
  readonly body: string;
}

const DEFAULTS = { timeoutMs: 5_000, maxBytes: 262_144, accept: 'application/json' };

/**
 * Asks addresses that partners name, for example for the keys of their identity provider, under the same guard as
 * deliveries: https only, public or allow-listed addresses, no redirects, no proxy, bounded in time and size.
 */
export class EgressHttp {
  /** @param loadHttp loads the client with the first request: few processes ever make one. */
  constructor(
    private readonly guard: EgressGuard,
    private readonly connector: EgressConnector,
    private readonly loadHttp: () => Promise<HttpService>,
  ) {}

  /** @throws EgressFailure when there is no answer, or one that is too long. */
  get(url: string, options: RequestOptions = {}): Promise<EgressAnswer> {
    return this.request({ method: 'GET', url }, options);
  }

  /**
   * Posts a form, and its credentials in the header `authorization`.
   * @throws EgressFailure when there is no answer, or one that is too long.
   */
  postForm(
    url: string,
    form: Readonly<Record<string, string>>,
    { authorization, ...options }: FormOptions,
  ): Promise<EgressAnswer> {
    const data = new URLSearchParams(form).toString();
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return this.request({ method: 'POST', url, data, headers }, options);
  }

  private async request(
    { url, headers, ...request }: OutgoingRequest,
    options: RequestOptions,
  ): Promise<EgressAnswer> {
    const { timeoutMs, maxBytes, accept } = { ...DEFAULTS, ...options };
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    const socket = await this.connector.connect(this.guard.target(url), signal);
    try {
      const http = await this.loadHttp();
      const { status, data } = await http.axiosRef.request<string>({
        ...request,
        url,
        signal,
        httpsAgent: new OpenConnection(socket),
        headers: { ...headers, accept, 'accept-encoding': 'identity', 'user-agent': USER_AGENT },
        responseType: 'text',
        // Anything else would be parsed, whatever the response type says.
        transformResponse: (body: string) => body,
        maxContentLength: maxBytes,
        maxRedirects: 0,
        proxy: false,
        decompress: false,
        validateStatus: () => true,
      });
      return { status, body: data };
    } catch (error) {
      if (signal.aborted) throw new EgressFailure('timeout', `no answer within ${timeoutMs} ms`);
      throw EgressFailure.of('protocol', error);
    } finally {
      socket.destroy();
    }
  }
}

/** Gives Node's HTTP client the connection that the guard has let through, and no other. */
class OpenConnection extends Agent {
  constructor(private readonly socket: TLSSocket) {
    super({ keepAlive: false });
  }

  override createConnection(): TLSSocket {
    return this.socket;
  }
}
