import type { Locator } from 'playwright-core';

/** Constructors of the page, in which functions given to `evaluate` run. */
declare const DataTransfer: new () => { setData(type: string, text: string): void };
declare const ClipboardEvent: new (type: string, members: object) => never;

/** Replaces the whole text by pasting another, as designers do who write in an editor of their own. */
export async function paste(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a');
  await editor.evaluate((node, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
