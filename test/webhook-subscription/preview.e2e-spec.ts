import { startApp, type Json, type TestApp } from '../support/app.js';
import { problemsOf, Subscriptions } from './subscriptions.js';

const document = {
  id: 'doc-1',
  status: 'denied',
  companyId: 42,
  data: {
    name: 'Offer',
    refs: [
      { service: 'crm', id: 1 },
      { service: 'erp', id: 2 },
    ],
  },
};

describe('The preview of a webhook subscription', () => {
  let app: TestApp;
  let mine: Subscriptions;

  beforeAll(async () => {
    app = await startApp();
    mine = new Subscriptions(app, (await app.partner()).key);
  });
  afterAll(() => app.stop());

  it('says that a document matches, and shows the body that would be sent', async () => {
    const before = Date.now();
    const answer = await mine.call('POST', '/preview', {
      type: 'document.denied',
      includePaths: ['status', 'data.refs.*.service'],
      conditions: { status: { $in: ['denied', 'voided'] }, 'data.refs.*.service': 'erp' },
      document,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      matches: true,
      conditions: [
        {
          path: 'status',
          expected: { $in: ['denied', 'voided'] },
          found: ['denied'],
          truncated: false,
          matches: true,
        },
        {
          path: 'data.refs.*.service',
          expected: 'erp',
          found: ['crm', 'erp'],
          truncated: false,
          matches: true,
        },
      ],
      emptyPaths: [],
      warnings: [],
      body: {
        type: 'document.denied',
        typeId: 'doc-1',
        source: 'webhookSubscription',
        sourceId: 0,
        companyId: 42,
        createdAt: expect.any(String),
        data: { status: 'denied', data: { refs: [{ service: 'crm' }, { service: 'erp' }] } },
      },
    });
    expect(Object.keys(answer.body.body)).toEqual([
      'type',
      'typeId',
      'source',
      'sourceId',
      'companyId',
      'createdAt',
      'data',
    ]);
    expect(Date.parse(answer.body.body.createdAt)).toBeGreaterThanOrEqual(before);
  });

  it('lists include paths that select nothing', async () => {
    const preview = async (includePaths: string[]) =>
      (await mine.call('POST', '/preview', { type: 'document.denied', includePaths, document })).body
        .emptyPaths;
    const empty = ['nothing', 'data.refs.*.gone', 'data.name.first', 'data.refs.0'];
    expect(await preview(['status', ...empty, 'data.refs.*.id', 'data'])).toEqual(empty);
    expect(await preview(['*'])).toEqual([]);
  });

  it('warns of operators without their $', async () => {
    const conditions = { status: { in: ['denied'] }, gt: 5 };
    const { body } = await mine.call('POST', '/preview', {
      type: 'document.denied',
      includePaths: [],
      conditions,
      document,
    });
    expect([body.matches, body.warnings]).toEqual([
      false,
      ['/conditions/status/in', '/conditions/gt'].map((pointer) => ({
        pointer,
        code: 'operator_without_dollar',
        message: expect.stringMatching(/\$(in|gt)/),
      })),
    ]);
  });

  it('names the failed condition, with the value in the document', async () => {
    const { body } = await mine.call('POST', '/preview', {
      type: 'document.denied',
      includePaths: [],
      conditions: { status: 'accepted', 'data.name': { $startsWith: 'Off' }, 'data.amount': { $gt: 5 } },
      document,
    });
    expect(body).toMatchObject({
      matches: false,
      conditions: [
        { path: 'status', expected: 'accepted', found: ['denied'], matches: false },
        { path: 'data.name', found: ['Offer'], matches: true },
        { path: 'data.amount', found: [], matches: false },
      ],
      body: { data: {} },
    });
  });

  it('accepts any JSON object as a document', async () => {
    const hostile = '{"__proto__":{"a":1},"constructor":{"prototype":2},"":[]}';
    const answer = await mine.call(
      'POST',
      '/preview',
      `{"type":"document.sent","includePaths":["*"],"conditions":{"constructor.prototype":2,"__proto__.a":1},"document":${hostile}}`,
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`"data":${hostile}`);
    expect(answer.body).toMatchObject({ matches: true, body: { typeId: '', companyId: 0 } });
  });

  it('matches every document without conditions', async () => {
    for (const conditions of [null, undefined, {}]) {
      const body = { type: 'document.sent', includePaths: ['*'], conditions, document };
      expect((await mine.call('POST', '/preview', body)).body).toMatchObject({
        matches: true,
        conditions: [],
        body: { data: document },
      });
    }
  });

  it('checks its members by the rules of a new subscription, all at once', async () => {
    const answer = await mine.call('POST', '/preview', {
      type: 'x',
      includePaths: ['*', 'a'],
      conditions: { a: { $no: 1 } },
      document: [],
      url: 'https://a.example/',
    });
    expect([answer.status, problemsOf(answer)]).toEqual([
      400,
      [
        '/conditions/a/$no unknown_operator',
        '/document wrong_type',
        '/includePaths/0 not_allowed',
        '/type not_allowed',
        '/url unknown_member',
      ],
    ]);
    expect(problemsOf(await mine.call('POST', '/preview', {}))).toEqual([
      '/document required',
      '/includePaths required',
      '/type required',
    ]);
  });

  it('stores nothing', async () => {
    await mine.call('POST', '/preview', { type: 'document.sent', includePaths: [], document });
    const tables: Json = await app.database.query(
      'SELECT (SELECT count(*)::int FROM webhook_subscription) AS subscriptions, (SELECT count(*)::int FROM event) AS events',
    );
    expect(tables.rows).toEqual([{ subscriptions: 0, events: 0 }]);
  });
});
