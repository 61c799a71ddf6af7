import { type Command, InvalidArgumentError } from 'commander';
import { eventTypeNames } from '../../event/domain/event-types.js';
import { StopSignals } from '../../stop-signals.js';
import { newSigningSecret } from '../../webhook-subscription/domain/signing.js';
import { CommandFailed } from '../failure.js';
import type { Session } from '../session.js';
import type { Forwarded } from './forwarding.js';
import { Listener } from './listener.js';
import { isLocal } from './local-address.js';

const SHARED_SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;
const DEFAULT_SERVICE = 'http://localhost:3000';

interface ListenArguments {
  readonly key?: string;
  readonly url?: URL;
  readonly type?: readonly string[];
  readonly forward: URL;
  readonly forwardAnywhere?: true;
  readonly secret?: string;
  readonly json?: true;
}

const NOTES = `
In LIVERY_KEY, other users of this machine cannot see the key. The scope read is enough: no subscription is
created, and existing ones are not affected. Each event is sent once, with the whole document, as a signed
webhook of subscription 0.`;

/** livery listen: forwards the events of a partner's documents to this machine as webhooks. */
export function listenCommands(program: Command, session: Session): void {
  program
    .command('listen')
    .description('Forward events to a server on this machine, without a public address (for partners).')
    .requiredOption(
      '--forward <url>',
      'address to forward to, such as http://localhost:4000/webhooks',
      address,
    )
    .option('--key <key>', 'API key of the partner (default: LIVERY_KEY)')
    .option('--type <type>', 'event type to forward; can be repeated (default: all)', types)
    .option('--url <url>', `address of the service (default: LIVERY_URL, or ${DEFAULT_SERVICE})`, address)
    .option('--secret <secret>', 'secret to sign with, whsec_… (default: a new one)', secretOf)
    .option('--forward-anywhere', 'allow forwarding documents to another machine')
    .addHelpText('after', NOTES)
    .action(async (_given: ListenArguments, self: Command) =>
      listen(session, self.optsWithGlobals<ListenArguments>()),
    );
}

async function listen({ context: { env, stdout } }: Session, given: ListenArguments): Promise<void> {
  const { forward: target, type = [], json = false, secret = newSigningSecret('hmac') } = given;
  const service = given.url ?? new URL(env['LIVERY_URL']?.trim() || DEFAULT_SERVICE);
  const key = given.key ?? env['LIVERY_KEY'];
  if (key === undefined) throw new CommandFailed('An API key is needed: give --key, or set LIVERY_KEY.');
  if (service.protocol !== 'https:' && !isLocal(service)) {
    throw new CommandFailed(`The key would go to ${service.origin} unencrypted. Use https.`);
  }
  if (!isLocal(target) && given.forwardAnywhere === undefined) {
    throw new CommandFailed(
      `${target.origin} is not this machine. To send documents there anyway, add --forward-anywhere.`,
    );
  }
  const print = (view: object, text: string): void => {
    stdout.write(json ? `${JSON.stringify(view)}\n` : `${text}\n`);
  };
  const kinds = type.length === 0 ? 'all events' : type.join(', ');
  print(
    { listening: service.origin, forward: target.href, types: type, secret },
    `Forwarding ${kinds} from ${service.origin} to ${target.href}. Press Ctrl-C to stop.\nSigning secret: ${secret}`,
  );
  const signals = new StopSignals();
  const audience = {
    forwarded: (forwarded: Forwarded) => print(forwarded, lineOf(forwarded)),
    noted: (note: string) => print({ note }, note),
  };
  const options = { service, key, types: new Set(type), target, secret };
  const run = new Listener(options, audience, signals.received).run();
  signals.stopWith({ close: () => run }, 0);
  await run;
}

function lineOf({ type, id, status, error, durationMs }: Forwarded): string {
  return `${new Date().toISOString()} ${type} ${id} ${status ?? error} ${durationMs} ms`;
}

function address(word: string): URL {
  const url = URL.canParse(word) ? new URL(word) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new InvalidArgumentError('It must be a URL with http:// or https://.');
}

function types(word: string, others: readonly string[] = []): readonly string[] {
  const names = word.split(',');
  const unknown = names.find((name) => !eventTypeNames.some((known) => known === name));
  if (unknown === undefined) return [...others, ...names];
  throw new InvalidArgumentError(
    `There is no event type ${unknown}. The types are ${eventTypeNames.join(', ')}.`,
  );
}

function secretOf(word: string): string {
  if (SHARED_SECRET.test(word)) return word;
  throw new InvalidArgumentError('It must be whsec_ followed by base64.');
}
