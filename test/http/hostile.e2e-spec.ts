import fc from 'fast-check';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { documentedRoutes } from '../support/documented.js';

const RUNS = 30;

/** Names with a meaning to JavaScript, PostgreSQL or the service. */
const names = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'length',
    'then',
    'toJSON',
    'id',
    'type',
    'data',
    'url',
    'name',
    'includePaths',
    'conditions',
    'authType',
    'authData',
    'isActive',
    'parser',
  ),
);

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(
        null,
        '',
        'document.sent',
        'https://a.example/',
        'basicauth',
        'html',
        'mjml',
        'hbs',
        '*',
        '{{x}}',
      ),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(names, tie('value')), { maxLength: 6 })
      .map((members) => members.reduce((made, [name, value]) => define(made, name, value), {})),
  ),
})).value;

/** Plain assignment would set the prototype if the name is `__proto__`. */
function define(target: object, name: string, value: unknown): object {
  return Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

describe('Hostile bodies', () => {
  let app: TestApp;
  let partner: TestPartner;
  let takers: readonly { readonly method: string; readonly path: string }[];
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
    const created = await app.request('POST', '/partner/webhookSubscription', {
      key: partner.key,
      body: { type: 'document.sent', isActive: false, url: 'https://a.example/', includePaths: [] },
    });
    expect(created.status).toBe(201);
    takers = (await documentedRoutes(app))
      .filter(({ operation }) => operation.requestBody !== undefined)
      .map(({ method, path }) => ({ method, path: path.replaceAll(/\{[^}]+\}/g, '1') }));
    expect(takers.length).toBeGreaterThan(3);
  });
  afterAll(() => app.stop());

  const send = async (body: unknown): Promise<void> => {
    for (const { method, path } of takers) {
      const answer = path.startsWith('/internal')
        ? await app.internal(method, path, body)
        : await app.request(method, path, { key: partner.key, body });
      if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}`);
    }
  };

  it('of any JSON are answered without a 500 on every route that takes one', async () => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        await send(JSON.stringify(value) ?? 'null');
      }),
      { numRuns: RUNS },
    );
  });

  it('of any bytes are answered without a 500 on every route that takes one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) => {
        await send(bytes);
      }),
      { numRuns: RUNS },
    );
  });

  it('never change what any object inherits', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
  });
});
