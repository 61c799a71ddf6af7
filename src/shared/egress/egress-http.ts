import { Agent } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { HttpService } from '@nestjs/axios';
import { withDeadline } from '../deadline.js';
import { EgressConnector } from './egress-connector.js';
import { EgressFailure } from './egress-failure.js';
import { EgressGuard } from './egress-guard.js';
import { USER_AGENT } from './user-agent.js';

interface RequestOptions {
  /** The limit from resolving the name to the last byte; 5 seconds by default. */
  readonly timeoutMs?: number;
  /** The longest accepted body; 256 KiB by default. */
  readonly maxBytes?: number;
  /** The `Accept` header; JSON by default. */
  readonly accept?: string;
  /** Aborts the request earlier. */
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

/** An answer, whatever its status. */
export interface EgressAnswer {
  readonly status: number;
  readonly body: string;
}

const DEFAULTS = { timeoutMs: 5_000, maxBytes: 262_144, accept: 'application/json' };

/**
 * Calls addresses chosen by partners, such as their identity provider's, with the same guard as deliveries: only https,
 * public or allow-listed addresses, no redirects, no proxy, limits on time and size.
 */
export class EgressHttp {
  /** @param loadHttp loads the client at the first request, because few processes make one */
  constructor(
    private readonly guard: EgressGuard,
    private readonly connector: EgressConnector,
    private readonly loadHttp: () => Promise<HttpService>,
  ) {}

  /** @throws EgressFailure if there is no answer, or it is too long */
  get(url: string, options: RequestOptions = {}): Promise<EgressAnswer> {
    return this.request({ method: 'GET', url }, options);
  }

  /**
   * Posts a form, with credentials in the header `authorization`.
   * @throws EgressFailure if there is no answer, or it is too long
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

  private request(request: OutgoingRequest, options: RequestOptions): Promise<EgressAnswer> {
    const { timeoutMs = DEFAULTS.timeoutMs, signal } = options;
    return withDeadline(timeoutMs, signal === undefined ? [] : [signal], (deadline) =>
      this.requestWithin(request, options, deadline),
    );
  }

  private async requestWithin(
    { url, headers, ...request }: OutgoingRequest,
    options: RequestOptions,
    signal: AbortSignal,
  ): Promise<EgressAnswer> {
    const { maxBytes, accept } = { ...DEFAULTS, ...options };
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
        // Without this, axios parses the body, whatever the response type is.
        transformResponse: (body: string) => body,
        maxContentLength: maxBytes,
        maxRedirects: 0,
        proxy: false,
        decompress: false,
        validateStatus: () => true,
      });
      return { status, body: data };
    } catch (error) {
      throw failureOf(error, signal, maxBytes);
    } finally {
      socket.destroy();
    }
  }
}

function failureOf(error: unknown, signal: AbortSignal, maxBytes: number): EgressFailure {
  if (signal.aborted) return new EgressFailure('timeout', 'no answer in time');
  // The client has no code of its own for this.
  if (error instanceof Error && error.message.startsWith('maxContentLength'))
    return new EgressFailure('protocol', `the answer has more than ${maxBytes} bytes`);
  return EgressFailure.of('protocol', error);
}

/** Makes Node's HTTP client use only the connection approved by the guard. */
class OpenConnection extends Agent {
  constructor(private readonly socket: TLSSocket) {
    super({ keepAlive: false });
  }

  override createConnection(): TLSSocket {
    return this.socket;
  }
}
