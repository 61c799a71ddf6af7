import { Command, CommanderError } from 'commander';
import { apiKeyCommands } from './api-key-commands.js';
import { cellCommands } from './cells/cell-commands.js';
import { chooseCell } from './cells/chosen-cell.js';
import { moveCommands } from './cells/move-commands.js';
import { companyCommands } from './company-commands.js';
import { documentCommands } from './document-commands.js';
import { doctorCommands } from './doctor/doctor-commands.js';
import { eventCommands } from './event-commands.js';
import { explain, isUsageError } from './failure.js';
import { jwtCommands } from './jwt-commands.js';
import { listenCommands } from './listen/listen-commands.js';
import { partnerCommands } from './partner-commands.js';
import { portalCommands } from './portal-commands.js';
import { retentionCommands } from './retention-commands.js';
import { secretCommands } from './secret-commands.js';
import { senderCommands } from './sender-commands.js';
import { Session, type CommandContext } from './session.js';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const NOTES = `
The settings come from the environment, as those of the service do: DATABASE_URL, or else the embedded
database in DATA_DIR. Only "event send" and "listen" need the running service; "listen" is for partners,
and needs no settings.

Exit status: 0 success, 1 failure, 2 wrong usage or input.
To pipe JSON, silence npm: npm run -s livery -- partner list --json`;

const HINT = 'Add --help to see the commands and options.';

/**
 * Runs one command of the operators' command line, and closes everything it opened. Returns the exit
 * status: 0 success, 1 failure, 2 wrong usage or input.
 */
export async function runCommandLine(words: readonly string[], context: CommandContext): Promise<number> {
  const session = new Session(context);
  try {
    await commandLine(session, context).parseAsync(words, { from: 'user' });
    return DONE;
  } catch (error) {
    // Commander has already printed the problem or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    context.stderr.write(`${explain(error)}\n`);
    return isUsageError(error) ? MISUSED : FAILED;
  } finally {
    await session.close();
  }
}

function commandLine(session: Session, { stdout, stderr }: CommandContext): Command {
  const program = new Command('livery')
    .description('Manages partners and secrets, sends events to the service, and checks an installation.')
    .option('--json', 'print JSON')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'Print the help of a command.')
    .addHelpText('after', NOTES)
    .showHelpAfterError(HINT)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (message, write) => write(inSentences(message)),
    })
    .exitOverride();
  program.hook('preAction', (_, action) => chooseCell(session, action));
  partnerCommands(program, session);
  moveCommands(program, session);
  companyCommands(program, session);
  apiKeyCommands(program, session);
  jwtCommands(program, session);
  senderCommands(program, session);
  portalCommands(program, session);
  secretCommands(program, session);
  eventCommands(program, session);
  documentCommands(program, session);
  retentionCommands(program, session);
  doctorCommands(program, session);
  cellCommands(program, session);
  listenCommands(program, session);
  return program;
}

/** Commander's message in the form of all other messages. */
function inSentences(message: string): string {
  return message
    .replace(/^error: (\w)/, (_start, first: string) => first.toUpperCase())
    .replace(/\n\((Did you mean .+\?)\)\n$/, '. $1\n')
    .replace(/([^.?])\n$/, '$1.\n');
}
