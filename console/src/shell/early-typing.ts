/** The text typed before the palette appears; null if the palette is not about to appear. */
let typed: string | null = null;

/** Keeps the text typed between Ctrl+K and the first appearance of the palette, whose code is loaded then. */
export const earlyTyping = {
  begin(): void {
    typed = '';
  },

  hear(event: KeyboardEvent): void {
    if (typed === null || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    typed += event.key;
  },

  /** Returns the text so far. From now on, the palette gets the keys itself. */
  take(): string {
    const text = typed ?? '';
    typed = null;
    return text;
  },
};
