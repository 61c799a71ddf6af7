import { text as textOf } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { reportedTypeNames } from '../event/domain/event-types.js';
import { InvalidInput, type Problem } from '../shared/domain/errors.js';
import { localUrl } from '../shared/http/listening.js';
import { Settings } from '../shared/settings.js';
import { CommandFailed } from './failure.js';
import type { Session } from './session.js';
import { readFileArgument } from './file-argument.js';
import { parseId } from './id-argument.js';
import { formatTable } from './text-table.js';

interface EventArguments {
  readonly type?: string;
  readonly typeId?: string;
  readonly company?: number;
  readonly data?: unknown;
  readonly id?: string;
  readonly createdAt?: string;
  readonly file?: string;
}

interface Acceptance {
  readonly id: string;
  readonly duplicate: boolean;
  readonly deliveries: number;
  readonly emails: number;
}

interface Refusal {
  readonly detail?: string;
  readonly errors?: Problem[];
  readonly requestId?: string;
}

/**
 * livery event …: reports events to the running service, by the route of the document service. If the command accepted
 * events itself, the first attempts would be its own, and it would end before making them.
 */
export function eventCommands(program: Command, session: Session): void {
  const group = program.command('event').description('Send events to the running service.');

  group
    .command('send')
    .description('Send an event to the running service, as the document service does.')
    .option('--type <type>', `type of the event: ${reportedTypeNames.join(', ')}`)
    .option('--type-id <id>', 'id of the document')
    .option('--company <id>', 'id of the company that acted', parseId)
    .option('--data <json>', 'the document as a JSON object (default: {})', json)
    .option('--id <id>', 'id of the event; an event sent twice with an id counts once (default: none)')
    .option('--created-at <time>', 'time of the event, such as 2027-01-01T00:00:00Z (default: now)')
    .option(
      '--file <path>',
      'JSON file with an event or an array of events, instead of the options above; - reads standard input',
    )
    .addHelpText(
      'after',
      '\nThe command calls the service at LIVERY_URL, or else at HOST and PORT, with INTERNAL_TOKEN.',
    )
    .action(
      session.reporting(async (given: EventArguments) => {
        const accepted = await send(session, await bodyOf(given, session));
        const rows = accepted.map(({ id, duplicate, deliveries, emails }) => [
          id,
          duplicate ? 'duplicate' : 'accepted',
          `deliveries: ${deliveries}`,
          `emails: ${emails}`,
        ]);
        return { view: { accepted }, text: formatTable(rows, 'No events.') };
      }),
    );
}

async function bodyOf(given: EventArguments, { context }: Session): Promise<string> {
  const { file, company, data = {}, ...event } = given;
  if (file === '-') return textOf(context.stdin);
  if (file !== undefined) return readFileArgument(file);
  return JSON.stringify({ ...event, companyId: company, data });
}

async function send(session: Session, body: string): Promise<Acceptance[]> {
  const { address, token } = serviceOf(session);
  const answer = await fetch(new URL('/internal/event', address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  }).catch(() => {
    throw new CommandFailed(`No service answers at ${address}. Start it, or set LIVERY_URL to its address.`);
  });
  const content: unknown = await answer.json().catch(() => ({}));
  if (answer.status === 202) return (content as { accepted: Acceptance[] }).accepted;
  const { errors = [], detail, requestId } = content as Refusal;
  if (answer.status === 400 && errors.length > 0) throw new InvalidInput(errors);
  const unexplained =
    requestId === undefined ? 'Is this Livery?' : `See the log of the service, request ${requestId}.`;
  throw new CommandFailed(`The service at ${address} answers ${answer.status}. ${detail ?? unexplained}`);
}

function serviceOf({ context: { env } }: Session): { address: string; token: string } {
  const { host, port, internalToken } = new Settings(env);
  if (internalToken === null) {
    throw new CommandFailed('INTERNAL_TOKEN is not set. Give this command and the service the same token.');
  }
  const given = env['LIVERY_URL']?.trim() ?? '';
  return { address: given === '' ? localUrl({ host, port }) : given, token: internalToken };
}

function json(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}
