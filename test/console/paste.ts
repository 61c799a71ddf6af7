import type { Locator } from 'playwright-core';

/** Of the page, where the functions given to `evaluate` run. */
declare const DataTransfer: new () => { setData(type: string, text: string): void };
declare const ClipboardEvent: new (type: string, members: object) => never;

/** Puts a text in place of all, as out of a designer's own editor. */
export async function paste(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a');
  await editor.evaluate((node, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
