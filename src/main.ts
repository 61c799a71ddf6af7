import { createApp } from './app.setup.js';
import { InvalidSettings, Settings } from './shared/settings.js';

try {
  const settings = new Settings(process.env);
  const app = await createApp(settings);
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  await app.listen(settings.port, settings.host);
} catch (error) {
  if (!(error instanceof InvalidSettings)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
