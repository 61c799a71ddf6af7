/**
 * Loads code. If that fails, loads it once more, as soon as the browser is online: it may have been offline for just
 * that moment.
 */
export function onceOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch(async () => {
    if (!navigator.onLine)
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return load();
  });
}
