import type { NestExpressApplication } from '@nestjs/platform-express';
import { WrongCell } from './cell/domain/wrong-cell.js';
import { EmbeddedServerUnavailable } from './database/embedded-server-unavailable.js';
import { OpeningDatabase, openDatabase } from './database/open-database.js';
import { TablesLocked } from './database/tables-locked.js';
import type { Demo } from './demo/demo.js';
import { DemoUnavailable } from './demo/demo-unavailable.js';
import { CallFailed } from './demo/service-client.js';
import { readCommandOptions, WrongUsage } from './shared/command-options.js';
import { requireDataFolder, UnusableDataFolder } from './shared/data-folder.js';
import { isDatabaseAway } from './shared/http/database-away.js';
import { CannotListen, localUrl, requireListening } from './shared/http/listening.js';
import { type Log, openLog } from './shared/logging/log.js';
import type { Environment } from './shared/setting-reader.js';
import { InvalidSettings, Settings } from './shared/settings.js';
import { SERVICE_VERSION } from './shared/version.js';
import { collectStartGarbage } from './startup-garbage.js';
import { StopSignals } from './stop-signals.js';

/** A check that takes longer than this has failed. */
const CHECK_LIMIT_MS = 180_000;

/** Errors that an operator can fix. They are logged as a sentence, without a stack. */
const EXPECTED = [
  CallFailed,
  CannotListen,
  DemoUnavailable,
  EmbeddedServerUnavailable,
  InvalidSettings,
  TablesLocked,
  UnusableDataFolder,
  WrongCell,
  WrongUsage,
];

interface StartOptions {
  /** Run the demo if the installation allows one. */
  readonly demo: boolean;
  /** This is one of several processes, whose supervisor has checked the port and divides the machine's resources. */
  readonly supervised: boolean;
  /** Exit after the demo, with status 0 only if all of it succeeds. */
  readonly check: boolean;
}

interface RunningService {
  readonly app: NestExpressApplication;
  readonly url: string;
}

/** Runs the service with the settings of the environment. */
async function main({ demo: wantsDemo, check: isCheck, supervised }: StartOptions): Promise<void> {
  const signals = new StopSignals(supervised);
  if (supervised) return serveWithOthers(signals);
  const given = new Settings(alone(process.env));
  await requireListening(given);
  requireDataFolder(given);
  const demo = wantsDemo ? await prepareDemo(isCheck) : null;
  const settings = new Settings(alone(demo?.environment ?? process.env));
  const { app, url } = await serve(settings, openLog(settings.logLevel), signals);
  if (wantsDemo && demo === null) process.stdout.write(`Livery runs at ${url}.\n`);
  if (demo === null) return;
  const hasWorked = await demo.play(url, isCheck, signals.received).then(
    () => true,
    (error: unknown) => signals.received.aborted || reportFailure('The demo has failed', error),
  );
  if (!isCheck || signals.received.aborted) return;
  await app.close();
  demo.close();
  process.stdout.write(hasWorked ? '\nThe check has passed.\n' : '');
  process.exitCode = hasWorked ? 0 : 1;
}

/** The environment of a single process, without PROCESSES, which concerns the supervisor. */
function alone(environment: Environment): Environment {
  return { ...environment, PROCESSES: '1' };
}

/** Runs as one of several processes on one port. */
async function serveWithOthers(signals: StopSignals): Promise<void> {
  const settings = new Settings(process.env);
  const log = openLog(settings.logLevel, process.stdout, { pid: process.pid });
  const { app } = await serve(settings, log, signals);
  const { joinCluster } = await import('./processes/join-cluster.js');
  await joinCluster(app, () => void signals.stop());
}

/** Opens the database while it loads the service, then listens. */
async function serve(settings: Settings, log: Log, signals: StopSignals): Promise<RunningService> {
  const warn = (message: string) => log.lines.warn({ context: 'Database' }, message);
  const opening = new OpeningDatabase(openDatabase(settings, warn));
  const { createApp } = await import('./app.setup.js');
  const app = await createApp(settings, log, { opening });
  signals.stopWith(app, settings.webhookTimeoutMs);
  collectStartGarbage();
  await app.listen(settings.port, settings.host);
  const { port } = app.getHttpServer().address() as { port: number };
  const url = localUrl({ host: settings.host, port });
  log.lines.info({ context: 'Start' }, `Livery ${SERVICE_VERSION} listens at ${url}`);
  return { app, url };
}

/** Null if the demo is unavailable, which a check does not allow. */
async function prepareDemo(isCheck: boolean): Promise<Demo | null> {
  try {
    const { Demo } = await import('./demo/demo.js');
    return await Demo.prepare(process.env);
  } catch (error) {
    if (!(error instanceof DemoUnavailable)) throw error;
    if (isCheck) throw new DemoUnavailable(`There is nothing to check. ${error.message}`);
    process.stdout.write(`${error.message}\n`);
    return null;
  }
}

function limitCheck(): void {
  setTimeout(() => {
    process.stderr.write(`The check has not ended within ${CHECK_LIMIT_MS / 60_000} minutes.\n`);
    process.exit(1);
  }, CHECK_LIMIT_MS).unref();
}

function reportFailure(what: string, error: unknown): false {
  process.stderr.write(`${what}: ${reasonOf(error)}\n`);
  return false;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isDatabaseAway(error)) return `The database cannot be reached: ${error.message}`;
  return EXPECTED.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}

const options = {
  demo: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  supervised: { type: 'boolean', default: false },
} as const;

try {
  const { values } = readCommandOptions({ options });
  if (values.check) limitCheck();
  await main(values);
} catch (error) {
  reportFailure('Livery does not start', error);
  // Everything opened so far closes with the process.
  process.exit(1);
}
