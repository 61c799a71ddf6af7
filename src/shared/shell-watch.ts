const LOOK_EVERY_MS = 500;

/**
 * Calls when the shell has ended in which npm runs a script: a signal to npm ends that shell without reaching the script.
 * Outside npm it does nothing.
 */
export function onShellEnd(call: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  setInterval(() => process.ppid !== shell && call(), LOOK_EVERY_MS).unref();
}
