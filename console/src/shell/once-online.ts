/** Loads code. If that fails while the browser is offline, loads it once it is online again. */
export function onceOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch(async (error: unknown) => {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return load();
  });
}
