/** What is typed before the palette is there; null when nothing waits for it. */
let typed: string | null = null;

/** Keeps what is typed between Ctrl+K and the first appearance of the palette, whose code is loaded then. */
export const earlyTyping = {
  begin(): void {
    typed = '';
  },

  hear(event: KeyboardEvent): void {
    if (typed === null || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    typed += event.key;
  },

  /** The text so far; from now on, the palette hears the keys itself. */
  take(): string {
    const text = typed ?? '';
    typed = null;
    return text;
  },
};
