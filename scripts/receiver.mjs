// `npm run receiver`: an HTTPS server on this machine that prints the webhooks it receives.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';

install();
await build();
const { WebhookReceiver } = await import('../dist/src/demo/receiver/webhook-receiver.js');
const { receiverIdentity } = await import('../dist/src/demo/receiver/receiver-identity.js');
const { StopSignals } = await import('../dist/src/stop-signals.js');
const { signatureVerdict } = await import('../dist/src/demo/receiver/signature-check.js');
const { readCommandOptions, WrongUsage } = await import('../dist/src/shared/command-options.js');

const MAX_PORT = 65_535;
const options = {
  port: { type: 'string', default: '8443' },
  status: { type: 'string', default: '204' },
};
const folder = fileURLToPath(new URL('../.receiver', import.meta.url));
const secretFile = path.join(folder, 'secret');

/** Reads the secret again for each webhook, because it may be stored while the receiver runs. */
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

/** @throws WrongUsage */
function wholeNumber(option, text, least, most) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new WrongUsage(`${option} must be a whole number from ${least} to ${most}, not ${text}.`);
}

function show(webhook, status) {
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
  const { values } = readCommandOptions({ options });
  const port = wholeNumber('--port', values.port, 0, MAX_PORT);
  const status = wholeNumber('--status', values.status, 200, 599);
  const identity = await receiverIdentity(folder);
  const receiver = await WebhookReceiver.open(identity, port, (webhook) => show(webhook, status)).catch(
    (error) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new WrongUsage(`Port ${port} is taken. Choose another with --port.`);
    },
  );
  signals.stopWith(receiver);
  process.stdout.write(`Webhooks to ${receiver.url} are printed here and answered with ${status}.

To let the service call this receiver, start the service with
  export WEBHOOK_CA_FILE='${identity.certificateFile}' WEBHOOK_EGRESS_ALLOW=${receiver.allow}

To check signatures, store the signing secret in ${secretFile}
`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
