import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { serviceTextsSv } from '../../console/src/i18n/service-texts-sv.js';
import { describeConsole } from './console-visit.js';
import { faultsOf } from './view-faults.js';

interface Described {
  readonly title?: string;
  readonly description?: string;
}

describeConsole(
  'The event catalogue of the console',
  async () => ({}),
  (visit) => {
    it('shows for every event an example that its JSON Schema accepts, and no other event', async () => {
      const { page } = visit.visitor;
      const types = Object.keys((await visit.listed('/openapi.json')).webhooks);
      expect(types.length).toBeGreaterThan(10);
      await visit.enter();
      await visit.goTo('Subscriptions');
      await visit.goTo('Event catalogue');
      for (const type of types) {
        await visit.goTo(`${type} ${await summaryOf(type)}`);
        await page.getByRole('heading', { name: type, exact: true }).waitFor();
        const example = JSON.parse(
          (await page.getByLabel('Example of a body', { exact: true }).textContent()) ?? '',
        );
        const schema = JSON.parse(
          (await page.getByLabel('JSON Schema', { exact: true }).textContent()) ?? '',
        );
        const validator = new Ajv2020({ strict: true });
        ajvFormats.default(validator);
        const accepts = validator.compile(schema);
        expect([type, accepts(example), accepts.errors]).toEqual([type, true, null]);
        expect(accepts({ ...example, type: 'document.other' })).toBe(false);
        expect(accepts({ ...example, data: 'not an object' })).toBe(false);
      }
      expect(await faultsOf(visit, '#/subscriptions/catalogue/document.sent')).toEqual([]);
    });

    it('leads to a form for the event, which shows the same without being left', async () => {
      const { page } = visit.visitor;
      await visit.enter();
      await visit.goToAddress('#/subscriptions/catalogue/document.viewed');
      await visit.goTo('Subscribe to this event');
      await page.getByRole('heading', { name: 'New subscription' }).waitFor();
      await expect(page.getByLabel('Event', { exact: true }).inputValue()).resolves.toBe('document.viewed');
      await page.getByLabel('URL', { exact: true }).fill('https://hooks.partner.example/in');
      await page.getByRole('button', { name: 'Example and schema of this event' }).click();
      const dialog = page.getByRole('dialog', { name: 'document.viewed' });
      await dialog.getByLabel('JSON Schema', { exact: true }).getByText('"const"').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect(page.getByLabel('URL', { exact: true }).inputValue()).resolves.toBe(
        'https://hooks.partner.example/in',
      );
    });

    it('knows a Swedish text for every sentence of the service that it shows', async () => {
      const { webhooks, components } = await visit.listed('/openapi.json');
      const { WebhookBody, WebhookSubscription } = components.schemas;
      const auths: readonly Described[] = WebhookSubscription.properties.authData.anyOf.filter(
        ({ properties }: { properties?: object }) => properties !== undefined,
      );
      const members = [WebhookBody, ...auths].flatMap(({ properties }) =>
        Object.values<Described>(properties),
      );
      const kinds: readonly Meant[] = await visit.listed('/partner/emailKind');
      const sentences = [
        ...Object.values<{ post: { summary: string } }>(webhooks).map(({ post }) => post.summary),
        ...[WebhookBody, ...auths].map(({ description }) => description),
        ...members.flatMap(({ title, description }) => [title, description]),
        ...kinds.flatMap(({ variables = [], helpers = [] }) => [
          ...variables.flatMap(meaningsOf),
          ...helpers.flatMap(meaningsOf),
        ]),
      ].filter((sentence) => sentence !== undefined);
      expect(sentences.length).toBeGreaterThan(80);
      expect([...new Set(sentences)].filter((sentence) => !serviceTextsSv.has(sentence))).toEqual([]);
      expect([...serviceTextsSv.keys()].filter((sentence) => !sentences.includes(sentence))).toEqual([]);
    });

    async function summaryOf(type: string): Promise<string> {
      return (await visit.listed('/openapi.json')).webhooks[type].post.summary;
    }
  },
);

/** Something with a meaning: a kind of email, a variable, or a helper. */
interface Meant {
  readonly meaning: string;
  readonly members?: readonly Meant[];
  readonly variables?: readonly Meant[];
  readonly helpers?: readonly Meant[];
}

function meaningsOf({ meaning, members = [] }: Meant): readonly string[] {
  return [meaning, ...members.flatMap(meaningsOf)];
}
