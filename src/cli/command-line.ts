import { Command, CommanderError } from 'commander';
import { apiKeyCommands } from './api-key-commands.js';
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
import { Session, type Surroundings } from './session.js';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const NOTES = `
It takes the settings of the environment, as the service does: DATABASE_URL, or the embedded
database in DATA_DIR, whether the service runs or not. event send and listen talk to the running
service; listen is for partners, and needs no settings.

Exit status: 0 done, 1 failed, 2 wrong usage or input.
For JSON in a pipe, keep npm quiet: npm run -s livery -- partner list --json`;

/**
 * Runs one command of the operators' command line, and closes everything it opened. Returns the exit
 * status: 0 done, 1 failed, 2 wrong usage or input.
 */
export async function runCommandLine(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const session = new Session(surroundings);
  try {
    await commandLine(session, surroundings).parseAsync(words, { from: 'user' });
    return DONE;
  } catch (error) {
    // Commander has already printed the problem or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    surroundings.stderr.write(`${explain(error)}\n`);
    return isUsageError(error) ? MISUSED : FAILED;
  } finally {
    await session.close();
  }
}

function commandLine(session: Session, { stdout, stderr }: Surroundings): Command {
  const program = new Command('livery')
    .description('Operates partners and secrets of Livery, sends it events, and says what is wrong with it.')
    .option('--json', 'print JSON')
    .addHelpText('after', NOTES)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
    })
    .exitOverride();
  partnerCommands(program, session);
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
  listenCommands(program, session);
  return program;
}
