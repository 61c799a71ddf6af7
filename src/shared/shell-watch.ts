const LOOK_EVERY_MS = 500;

/**
 * Calls back when the parent of a script run by npm ends: npm itself or a shell between the two. A signal to npm ends
 * that shell without reaching the script. Does nothing outside npm.
 */
export function onShellEnd(call: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && call(), LOOK_EVERY_MS).unref();
}
