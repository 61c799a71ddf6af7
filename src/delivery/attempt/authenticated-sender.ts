import { Injectable } from '@nestjs/common';
import { EgressFailure } from '../../shared/egress/egress-failure.js';
import { EgressHttp } from '../../shared/egress/egress-http.js';
import { Settings } from '../../shared/settings.js';
import type { AuthData } from '../../webhook-subscription/domain/auth/auth-type.js';
import type { Outcome } from '../domain/outcome.js';
import { type OutboundRequest, type RequestAuth, Transport } from '../domain/transport.js';
import { PreparedAuths } from './prepared-auths.js';
import { WebhookSender } from './webhook-sender.js';

const UNAUTHORIZED = 401;

/**
 * Sends deliveries with the credentials of their subscription. Obtaining a token counts towards the attempt's deadline.
 * If the receiver refuses a token (401), obtains a new one once within the same attempt.
 */
@Injectable()
export class AuthenticatedSender extends Transport {
  private readonly prepared: PreparedAuths;
  private readonly timeoutMs: number;

  constructor(
    private readonly sender: WebhookSender,
    http: EgressHttp,
    { webhookTimeoutMs }: Settings,
  ) {
    super();
    this.timeoutMs = webhookTimeoutMs;
    this.prepared = new PreparedAuths(http, webhookTimeoutMs);
  }

  async send(request: OutboundRequest): Promise<Outcome> {
    const { auth } = request;
    if (auth === undefined) return this.sender.send(request);
    if (auth.type.prepare === undefined) return this.sender.send(withHeaders(request, auth, auth.data));
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    const outcome = await this.sendPrepared(request, auth, elapsed);
    return { ...outcome, durationMs: elapsed() };
  }

  close(): Promise<void> {
    return this.sender.close();
  }

  private async sendPrepared(
    request: OutboundRequest,
    auth: RequestAuth,
    elapsed: () => number,
  ): Promise<Outcome> {
    for (let isLast = false; ; isLast = true) {
      let state: AuthData;
      try {
        state = await this.prepared.stateOf(auth);
      } catch (error) {
        return refusalOf(error);
      }
      const left = this.timeoutMs - elapsed();
      if (left <= 0) return refusalOf(new Error('no time was left after the credentials were obtained'));
      const outcome = await this.sender.send(withHeaders(request, auth, state), left);
      const isRefused = outcome.kind === 'answered' && outcome.status === UNAUTHORIZED;
      if (!isRefused || isLast) return outcome;
      this.prepared.refused(auth, state);
    }
  }
}

function withHeaders(request: OutboundRequest, auth: RequestAuth, state: AuthData): OutboundRequest {
  const { url, body } = request;
  const proof = auth.type.headers(state, { id: auth.id, timestamp: auth.timestamp, url, body });
  return { ...request, headers: { ...proof, ...request.headers } };
}

function refusalOf(error: unknown): Outcome {
  const kind = error instanceof EgressFailure && error.isLocal ? 'local fault' : 'failed';
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return { kind, error: 'auth', reason: `the credentials cannot be obtained: ${reason}`, durationMs: 0 };
}
