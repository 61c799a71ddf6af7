#!/usr/bin/env node
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  // Who reads our output, `head` for example, has read enough.
  process.exit();
});
// Loaded now, so that in the bundle what its decorators write to is there before it.
const { runCommandLine } = await import('./cli/command-line.js');
process.exitCode = await runCommandLine(process.argv.slice(2), process);
