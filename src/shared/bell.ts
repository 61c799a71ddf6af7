/** Wakes what waits for something to happen, such as a message that arrives. One waits at a time. */
export class Bell {
  private wake: () => void = () => undefined;

  ring(): void {
    this.wake();
  }

  /** Resolves at the next ring, or when `until` is aborted. */
  async wait(until: AbortSignal): Promise<void> {
    if (until.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      until.addEventListener('abort', this.wake, { once: true });
    });
    // The signal lives as long as the service: it must not gather listeners.
    until.removeEventListener('abort', this.wake);
  }
}
