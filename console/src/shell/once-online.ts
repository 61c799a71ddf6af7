/** Loads code; where it does not come because the browser is offline, it is loaded once that is over. */
export function onceOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch(async (error: unknown) => {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return load();
  });
}
