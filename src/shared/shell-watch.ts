const LOOK_EVERY_MS = 500;

/**
 * Calls back when the shell in which npm runs this script ends, because a signal to npm ends the shell without reaching
 * the script. Does nothing outside npm.
 */
export function onShellEnd(call: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && call(), LOOK_EVERY_MS).unref();
}
