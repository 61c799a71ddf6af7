import { startApp, type TestApp, type TestPartner } from '../support/app.js';

const PATH = '/partner/webhookSubscription';

describe('ETag and If-Match', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  const create = async () => {
    const body = { type: 'document.sent', isActive: true, url: 'https://a.example/', includePaths: [] };
    const { body: created, headers } = await app.request('POST', PATH, { key: partner.key, body });
    return { path: `${PATH}/${created.id}`, tag: headers.get('etag') ?? '' };
  };
  const change = (path: string, ifMatch?: string) =>
    app.request('PUT', path, {
      key: partner.key,
      body: { isActive: false },
      ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    });

  it('identify the state of an object in every answer that shows it', async () => {
    const { path, tag } = await create();
    expect(tag).toMatch(/^"[0-9]+\.[0-9]+"$/);
    expect((await app.request('GET', path, { key: partner.key })).headers.get('etag')).toBe(tag);
    const changed = await change(path);
    expect(changed.headers.get('etag')).not.toBe(tag);
    const read = await app.request('GET', path, { key: partner.key });
    expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
  });

  it('accept only the first of two changes', async () => {
    const { path, tag } = await create();
    expect((await change(path, tag)).status).toBe(200);
    const second = await change(path, tag);
    expect([second.status, second.body.code, second.headers.get('etag')]).toEqual([
      412,
      'precondition_failed',
      null,
    ]);
    const deletion = await app.request('DELETE', path, { key: partner.key, headers: { 'if-match': tag } });
    expect(deletion.status).toBe(412);
  });

  it('accept exactly one of two concurrent changes', async () => {
    const { path, tag } = await create();
    const answers = await Promise.all([change(path, tag), change(path, tag), change(path, tag)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412, 412]);
  });

  it('accept lists and *, and never match a weak tag', async () => {
    const { path, tag } = await create();
    expect((await change(path, `W/${tag}`)).status).toBe(412);
    expect((await change(path, '"other"')).status).toBe(412);
    expect((await change(path, tag.slice(1, -1))).status).toBe(412);
    expect((await change(path, '')).status).toBe(412);
    const listed = await change(path, `"other", ${tag}`);
    expect(listed.status).toBe(200);
    expect((await change(path, '*')).status).toBe(200);
  });

  it('never lead to a 304, because the tag does not cover the health', async () => {
    const { path, tag } = await create();
    for (const value of [tag, '*', `W/${tag}`]) {
      const answer = await app.request('GET', path, {
        key: partner.key,
        headers: { 'if-none-match': value },
      });
      expect([answer.status, answer.text.length > 0]).toEqual([200, true]);
    }
  });
});
