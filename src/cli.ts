#!/usr/bin/env node
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  // The reader of the output, `head` for example, has closed it.
  process.exit();
});
// A dynamic import, so that in the bundle the metadata library runs before the decorators that use it.
const { runCommandLine } = await import('./cli/command-line.js');
process.exitCode = await runCommandLine(process.argv.slice(2), process);
