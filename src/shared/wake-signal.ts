/** Wakes a single waiter when something happens, for example when a message arrives. */
export class WakeSignal {
  private wake: () => void = () => undefined;

  notify(): void {
    this.wake();
  }

  /** Resolves at the next notify, or when `until` is aborted. */
  async wait(until: AbortSignal): Promise<void> {
    if (until.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      until.addEventListener('abort', this.wake, { once: true });
    });
    // The signal lives as long as the service, so remove the listener.
    until.removeEventListener('abort', this.wake);
  }
}
