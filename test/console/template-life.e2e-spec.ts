import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { eventOf, report } from '../delivery/deliveries.js';
import { describeConsole } from './console-visit.js';

const FIRST = '<p>First: {{document.data.name}} <a href="{{link.href}}">x</a></p>';
const SECOND = FIRST.replace('First', 'Second');

/** Replaces the whole text by typing another. */
async function write(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a');
  await editor.press('Delete');
  await editor.page().keyboard.insertText(text);
}

describeConsole(
  'A template in the studio',
  async () => ({}),
  (visit) => {
    it('is imported from a file, shown with a real event, published, reverted, restored and exported to a file', async () => {
      const { app, partner, visitor } = visit;
      const { page } = visitor;
      const data = { id: 'doc-7', data: { name: 'Kitchen for Grace' }, client: { firstName: 'Grace' } };
      await report(app, eventOf(partner, { type: 'document.sent', typeId: 'doc-7', data }));
      await visit.enter();
      await visit.goTo('Templates');
      await page
        .getByLabel('Import a file')
        .and(page.locator('input'))
        .setInputFiles({ name: 'Spring letter.html', mimeType: 'text/html', buffer: Buffer.from(FIRST) });
      await visitor.sees('Spring letter');
      await visitor.press('Save draft');
      await visitor.hears('The draft is saved.');
      const published = async () => (await visit.listed('/partner/emailTemplate'))[0];
      expect(await published()).toMatchObject({ name: 'Spring letter', type: 'html', data: FIRST });

      // The preview, and not the email in the dialog of versions, which is outside of `main`.
      const email = page.frameLocator('main iframe[title="The email"]').frameLocator('iframe').last();
      await visitor.press('Sample data');
      await visitor.press('Use a recent event');
      await page.getByRole('menuitem', { name: /document\.sent · doc-7/ }).click();
      await visitor.hears('The preview now shows the document of document.sent doc-7.');
      await email.getByText('First: Kitchen for Grace').waitFor();

      await write(page.getByRole('textbox', { name: 'Source' }), SECOND);
      await email.getByText('Second: Kitchen for Grace').waitFor();
      await visitor.press('Publish');
      const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await visitor.hears('Published.');
      expect(await published()).toMatchObject({ data: SECOND });
      await visitor.press('Undo');
      await visitor.hears('Undone: version 1 is published again.');
      await email.getByText('First: Kitchen for Grace').waitFor();
      expect(await published()).toMatchObject({ data: FIRST });

      await visitor.press('More');
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      await page.getByRole('button', { name: /^Version 2/ }).click();
      await visitor.press('As an email');
      await visitor.press('Restore');
      await visitor.hears('Version 2 is published again.');
      await email.getByText('Second: Kitchen for Grace').waitFor();
      expect(await published()).toMatchObject({ data: SECOND });

      await visitor.press('More');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Export' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('spring-letter.html');
      expect(await readFile(await file.path(), 'utf8')).toBe(SECOND);
    });
  },
);
