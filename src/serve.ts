import { fileURLToPath } from 'node:url';
import { runProcesses } from './processes/primary.js';
import { requireDataFolder, UnusableDataFolder } from './shared/data-folder.js';
import { CannotListen, requireListening } from './shared/http/listening.js';
import { InvalidSettings, Settings } from './shared/settings.js';

/**
 * Runs the service for production, with the number of processes in PROCESSES, by default one per core. This process only
 * supervises them, so it loads almost nothing.
 */
async function serve(): Promise<void> {
  const settings = new Settings({ ...process.env, PROCESSES: process.env['PROCESSES'] || 'auto' });
  if (settings.processes === 1) {
    await import('./main.js');
    return;
  }
  await requireListening(settings);
  requireDataFolder(settings);
  process.exit(await runProcesses(settings, fileURLToPath(new URL('main.js', import.meta.url))));
}

try {
  await serve();
} catch (error) {
  const isPlain =
    error instanceof CannotListen || error instanceof InvalidSettings || error instanceof UnusableDataFolder;
  process.stderr.write(`Livery does not start: ${isPlain ? error.message : String(error)}\n`);
  process.exit(1);
}
