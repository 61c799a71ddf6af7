import { WebhookSender } from '../../src/delivery/attempt/webhook-sender.js';
import { EgressConnector } from '../../src/shared/egress/egress-connector.js';
import { EgressGuard } from '../../src/shared/egress/egress-guard.js';
import { EgressResolver } from '../../src/shared/egress/egress-resolver.js';
import { Settings } from '../../src/shared/settings.js';
import type { Outcome } from '../../src/delivery/domain/outcome.js';
import { testAuthority } from '../support/certificates.js';

/** A sender that trusts the test authority and may reach 127.0.0.1, unless the environment overrides that. */
export class TestSender {
  readonly sender: WebhookSender;
  readonly guard: EgressGuard;
  readonly connector: EgressConnector;
  private readonly resolver: EgressResolver;

  constructor(
    environment: Readonly<Record<string, string>>,
    guardOf = (settings: Settings) => new EgressGuard(settings),
  ) {
    const settings = new Settings(environment);
    this.resolver = new EgressResolver(settings);
    this.guard = guardOf(settings);
    this.connector = new EgressConnector(settings, this.guard, this.resolver);
    this.sender = new WebhookSender(settings, this.guard, this.connector);
  }

  async send(
    url: string,
    body: string | Buffer = '{}',
    headers: Record<string, string> = {},
  ): Promise<Outcome> {
    const all = { 'content-type': 'application/json', ...headers };
    return this.sender.send({ partnerId: 1, url, headers: all, body });
  }

  async close(): Promise<void> {
    await this.sender.close();
    this.resolver.onModuleDestroy();
  }
}

export async function startSender(
  environment: Readonly<Record<string, string>> = {},
  guardOf?: (settings: Settings) => EgressGuard,
): Promise<TestSender> {
  const { file } = await testAuthority();
  const defaults = { WEBHOOK_CA_FILE: file, WEBHOOK_EGRESS_ALLOW: '127.0.0.1' };
  return new TestSender({ ...defaults, ...environment }, guardOf);
}
