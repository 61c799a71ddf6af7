// `npm run receiver`: an HTTPS server on this machine that shows the webhooks it receives, to try things by hand.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { install } from './install.mjs';

install();
await build();
const { WebhookReceiver } = await import('../dist/src/demo/receiver/webhook-receiver.js');
const { receiverIdentity } = await import('../dist/src/demo/receiver/receiver-identity.js');
const { StopSignals } = await import('../dist/src/stop-signals.js');
const { signatureVerdict } = await import('../dist/src/demo/receiver/signature-check.js');

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8443' }, status: { type: 'string', default: '204' } },
});
const status = Number(values.status);
const folder = fileURLToPath(new URL('../.receiver', import.meta.url));
const secretFile = path.join(folder, 'secret');

/** Read again for each webhook, so that the secret may come while the receiver runs. */
function verdictOn(webhook) {
  const text = existsSync(secretFile) ? readFileSync(secretFile, 'utf8') : '';
  const [secret] = /whsec_[A-Za-z0-9+/=]+/.exec(text) ?? [];
  return secret === undefined
    ? `signature not checked: no secret in ${secretFile}`
    : signatureVerdict(webhook, secret);
}

function otherCredentials(webhook) {
  const header = webhook.header('authorization');
  return header ? `authorization ${header}` : 'no credentials';
}

function show(webhook) {
  const lines = [
    `webhook ${webhook.header('webhook-id')}, answered ${status}`,
    verdictOn(webhook),
    webhook.credentials === null ? otherCredentials(webhook) : `basic credentials ${webhook.credentials}`,
    webhook.body,
  ];
  process.stdout.write(`\n${new Date().toISOString()} ${lines.join('\n  ')}\n`);
  return status;
}

try {
  const signals = new StopSignals();
  if (!(status >= 200 && status <= 599)) throw new Error('--status must be an HTTP status from 200 to 599.');
  const identity = await receiverIdentity(folder);
  const receiver = await WebhookReceiver.open(identity, Number(values.port), show);
  signals.stopWith(receiver);
  process.stdout.write(`Webhooks to ${receiver.url} are shown here and answered ${status}.

The service may call this receiver when it is started with
  export WEBHOOK_CA_FILE='${identity.certificateFile}' WEBHOOK_EGRESS_ALLOW=${receiver.allow}

Signatures are checked with the secret in ${secretFile}
`);
} catch (error) {
  const isTaken = error.code === 'EADDRINUSE';
  process.stderr.write(
    `${isTaken ? `Port ${values.port} is taken: choose another with --port.` : error.message}\n`,
  );
  process.exitCode = 1;
}
