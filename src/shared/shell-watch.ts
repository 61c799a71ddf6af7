const LOOK_EVERY_MS = 500;

/**
 * Calls back when what npm runs this script in ends: npm itself, or a shell in between, which a signal to npm ends
 * without reaching the script. Does nothing outside npm.
 */
export function onShellEnd(call: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && call(), LOOK_EVERY_MS).unref();
}
