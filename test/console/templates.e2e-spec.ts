import { eventually } from '../delivery/deliveries.js';
import { describeConsole, HOSTILE } from './console-visit.js';

/** Of the page, where the functions given to `evaluate` run. */
declare const getComputedStyle: (node: unknown) => { readonly color: string };

describeConsole(
  'The console’s pages of templates',
  async () => ({}),
  (visit) => {
    it('says in which line a template is broken, keeps it as it was, and saves a whole one', async () => {
      const { app, partner, visitor } = visit;
      const stored = await visit.createTemplate({
        type: 'html',
        parser: 'hbs',
        data: '<p>Old</p>',
        name: HOSTILE,
      });
      await visit.enter();
      await visit.goTo('Email templates');
      await visitor.sees('Email templates');
      const { page } = visitor;
      await page.getByRole('link', { name: `Edit: ${HOSTILE}` }).click();
      await visitor.sees(HOSTILE);
      const source = page.getByLabel('Source');
      await source.fill('<p>One</p>\n<p>Two</p>\n<p>{{#if a}}</p>\n');
      await visitor.press('Save');
      const place = page.getByRole('button', { name: /^Line 3, column/ });
      await place.waitFor();
      await place.click();
      expect(await page.evaluate('getSelection().toString()')).toBe('<p>{{#if a}}</p>');
      expect(await visit.listed('/partner/emailTemplate')).toMatchObject([
        { id: stored.id, data: '<p>Old</p>' },
      ]);

      await source.fill('<p>New</p>');
      await visitor.press('Save');
      await visitor.hears('Saved.');
      expect(await visit.listed('/partner/emailTemplate')).toMatchObject([
        { id: stored.id, data: '<p>New</p>' },
      ]);

      const change = { key: partner.key, body: { data: '<p>Theirs</p>' } };
      await app.request('PUT', `/partner/emailTemplate/${stored.id}`, change);
      await source.fill('<p>Mine</p>');
      await visitor.press('Save');
      await visitor.hears('The object has changed since it was read.');
    });

    it('renders a template with its styles in a frame where nothing runs', async () => {
      const { visitor } = visit;
      await visit.enter();
      await visit.goTo('Email templates');
      await visit.goTo('New template');
      await visitor.sees('New template');
      const { page } = visitor;
      await page.getByLabel('Name', { exact: true }).fill('Greeting');
      await page.getByLabel('Type', { exact: true }).selectOption('html');
      await page
        .getByLabel('Source')
        .fill(
          '<p style="color: rgb(1, 2, 3)">{{subject}}</p>\n<a href="javascript:parent.wasHacked=1">go</a>',
        );
      await visitor.press('Render');
      await visitor.hears('Rendered.');
      const email = page.frameLocator('iframe.preview').frameLocator('iframe');
      const paragraph = email.getByText('has sent you a document');
      await paragraph.waitFor();
      expect(await paragraph.evaluate((node) => getComputedStyle(node).color)).toBe('rgb(1, 2, 3)');
      expect(await page.frameLocator('iframe.preview').locator('iframe').getAttribute('sandbox')).toBe('');
      await visitor.press('Create');
      await visitor.sees('Greeting');
      await visit.goTo('All templates');
      await visitor.press('Delete: Greeting');
      await visitor.hears('Deleted Greeting.');
      await visitor.press('Undo: Greeting');
      await visitor.hears('Greeting is back.');
      expect(await visit.listed('/partner/emailTemplate')).toMatchObject([{ name: 'Greeting' }]);
    });

    it('makes a template out of a whole one to begin with, and leads to the emails that are to look like it', async () => {
      const { visitor } = visit;
      await visit.enter();
      await visit.goTo('Email templates');
      await visitor.page.getByText('There are no templates yet').waitFor();
      await visit.goTo('New template');
      await visitor.sees('New template');
      const { page } = visitor;
      const email = page.frameLocator('iframe.preview').frameLocator('iframe');
      await email.getByText('Hello Ada,').waitFor();
      expect(await page.getByRole('region', { name: 'Remarks' }).count()).toBe(0);

      const source = page.getByLabel('Source');
      await source.fill('<mjml><mj-body></mj-body></mjml>');
      await source.press('Home');
      for (const _ of '<mjml><mj-body>') await source.press('ArrowRight');
      await page.getByText('Variables of document emails').click();
      await page.getByRole('button', { name: 'Insert document.data.name' }).click();
      expect(await source.inputValue()).toBe('<mjml><mj-body>{{document.data.name}}</mj-body></mjml>');
      await source.fill('<p>{{document.data.name}}</p>');
      await page.getByLabel('Type', { exact: true }).selectOption('html');
      await page.getByLabel('Name', { exact: true }).fill('Mine');
      await visitor.press('Create');
      await visitor.hears('The template has been created.');
      await visitor.sees('Mine');
      await page.getByText('No email uses this template yet.').waitFor();
      await visit.goTo('Assign it to emails');
      await visitor.sees('Assignments');
      expect(
        await page.getByLabel('Template', { exact: true }).locator('option:checked').textContent(),
      ).toMatch(/^Mine #/);
      await visitor.press('Assign');
      await visitor.hears('Assigned.');
      await page.getByRole('listitem').getByRole('link', { name: 'Mine #' }).click();
      await visitor.sees('Mine');
      await page.getByText('Used for: document.').waitFor();
    });

    it('asks before what was written is lost', async () => {
      const { id } = await visit.createTemplate({ type: 'html', data: '<p>Stored</p>', name: 'Letter' });
      const { visitor } = visit;
      const { page } = visitor;
      await visit.enter();
      await visit.goToAddress(`#/templates/${id}`);
      await visitor.sees('Letter');
      await page.getByLabel('Source').fill('<p>Written</p>');
      const asked: string[] = [];
      let mayLeave = false;
      page.on('dialog', (dialog) => {
        asked.push(dialog.message());
        void (mayLeave ? dialog.accept() : dialog.dismiss());
      });
      await visit.goTo('Deliveries');
      await page.waitForURL(`**#/templates/${id}`);
      expect(asked).toEqual(['Leave without saving? Your changes will be lost.']);
      expect(await page.getByLabel('Source').inputValue()).toBe('<p>Written</p>');
      mayLeave = true;
      await visit.goTo('Deliveries');
      await visitor.sees('Deliveries');
      await visit.goTo('Emails');
      await visitor.sees('Emails');
      expect(asked).toHaveLength(2);
    });

    it('keeps what was written when the session ends meanwhile', async () => {
      const { app, partner, visitor } = visit;
      const { page } = visitor;
      await visitor.open(`${app.url}/console`, 'Sign in to Livery');
      await page.getByLabel('API key').fill(partner.key);
      await visitor.press('Sign in');
      await visitor.sees('Webhooks');
      await visit.goToAddress('#/templates/new');
      await visitor.sees('New template');
      await page.getByLabel('Source').fill('<p>Written</p>');
      const [key] = (await app.internal('GET', `/internal/partner/${partner.id}/apiKey`)).body;
      await app.internal('DELETE', `/internal/partner/${partner.id}/apiKey/${key.id}`);
      await eventually(
        async () => (await app.request('GET', '/partner/emailTemplate', { key: partner.key })).status,
        (status) => status === 401,
      );
      await visitor.press('Create');
      await visitor.hears('Your session has ended. Copy what you have written.');
      expect(await page.getByLabel('Source').inputValue()).toBe('<p>Written</p>');
      await visitor.press('Sign in again');
      await visitor.sees('Sign in to Livery');
    });

    it('assigns templates to emails, shows where one is deleted, and takes assignments away', async () => {
      const { app, partner, visitor } = visit;
      const stored = await visit.createTemplate({ type: 'html', data: '<p>Hello</p>', name: HOSTILE });
      await visit.enter();
      await visit.goTo('Assignments');
      await visitor.sees('Assignments');
      const { page } = visitor;
      await page.getByText('Nothing is assigned').waitFor();
      await page.getByLabel('Kind of email').selectOption('clientPdf');
      await page.getByLabel('Language').selectOption('sv');
      await page.getByLabel('Company id').fill(String(partner.companyId));
      await visitor.press('Assign');
      await visitor.hears('Assigned.');
      const assigned = {
        kind: 'clientPdf',
        templateId: stored.id,
        language: 'sv',
        companyId: partner.companyId,
      };
      expect(await visit.listed('/partner/emailTemplateAssignment')).toMatchObject([assigned]);
      await page.getByRole('listitem').getByText(`${HOSTILE} #${stored.id}`).waitFor();

      await page.getByLabel('Company id').fill('2000000000');
      await visitor.press('Assign');
      await page.getByText('Must be one of your companies.').waitFor();
      expect(await page.evaluate('document.activeElement.name')).toBe('companyId');

      await app.request('DELETE', `/partner/emailTemplate/${stored.id}`, { key: partner.key });
      await page.reload();
      await page.getByText('This template is deleted').waitFor();
      await visitor.press(`Remove: clientPdf in Swedish of company ${partner.companyId}`);
      await page.getByText('Nothing is assigned').waitFor();
      expect(await visit.listed('/partner/emailTemplateAssignment')).toEqual([]);
    });

    it('shows what a template has been, and restores it', async () => {
      const { app, partner, visitor } = visit;
      const { id } = await visit.createTemplate({ type: 'html', data: HOSTILE, name: 'First' });
      const change = { key: partner.key, body: { name: 'Second', data: '<p>Now</p>' } };
      await app.request('PUT', `/partner/emailTemplate/${id}`, change);
      await visit.enter();
      await visit.goTo('Email templates');
      await visit.goTo('Edit');
      await visitor.sees('Second');
      const { page } = visitor;
      const version = page.getByRole('listitem').filter({ hasText: 'Version 1' });
      await version.getByText('Text', { exact: true }).click();
      await page.getByLabel('Text of version 1').getByText(HOSTILE).waitFor();
      await visitor.press('Restore: Version 1');
      await visitor.hears('The template has been restored to version 1.');
      expect(await page.getByLabel('Source').inputValue()).toBe(HOSTILE);
      expect(await visit.listed('/partner/emailTemplate')).toMatchObject([{ name: 'First', data: HOSTILE }]);
      await page.getByRole('heading', { name: 'Version 3' }).waitFor();
      // The form knows the state that it shows now.
      await page.getByLabel('Name', { exact: true }).fill('Third');
      await visitor.press('Save');
      await visitor.hears('Saved.');
      await page.getByRole('heading', { name: 'Version 4' }).waitFor();
    });
  },
);
