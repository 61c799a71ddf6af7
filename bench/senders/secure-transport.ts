import { randomBytes } from 'node:crypto';
import { WebhookSender } from '../../src/delivery/attempt/webhook-sender.js';
import { EgressConnector } from '../../src/shared/egress/egress-connector.js';
import { EgressGuard } from '../../src/shared/egress/egress-guard.js';
import { EgressResolver } from '../../src/shared/egress/egress-resolver.js';
import { Settings } from '../../src/shared/settings.js';

/** The service's own sender, allowed to reach one receiver on this machine. */
export function secureTransport(port: number, caFile: string): WebhookSender {
  const settings = new Settings({
    DATABASE_URL: 'postgres://127.0.0.1/unused',
    SECRET_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    WEBHOOK_EGRESS_ALLOW: `127.0.0.1/32:${port}`,
    WEBHOOK_CA_FILE: caFile,
  });
  const guard = new EgressGuard(settings);
  return new WebhookSender(
    settings,
    guard,
    new EgressConnector(settings, guard, new EgressResolver(settings)),
  );
}
