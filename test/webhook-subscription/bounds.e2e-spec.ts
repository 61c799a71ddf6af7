import { startApp, type Json, type TestApp } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { newSubscription, problemsOf, Subscriptions } from './subscriptions.js';

const document = { id: 'doc-1', status: 'accepted' };

const paths = (count: number): string[] => Array.from({ length: count }, (_, n) => `p${n}`);
const keys = (count: number): Json => Object.fromEntries(paths(count).map((path) => [path, 1]));
/** A value of this many bytes as JSON. */
const bytes = (count: number): Json => ({ id: 'x'.repeat(count - '{"id":""}'.length) });
/** Conditions of this many levels, including their own. */
const levels = (count: number): Json => ({ id: JSON.parse('['.repeat(count - 1) + ']'.repeat(count - 1)) });
/** Paths of this many bytes together. */
const pathsOf = (count: number): string[] => [
  ...Array.from({ length: 16 }, (_, n) => `${n}`.padStart(1_000, 'p')),
  'q'.repeat(count - 16_000),
];

describe('The bounds of a webhook subscription', () => {
  let app: TestApp;
  let receiver: Receiver;
  let mine: Subscriptions;
  let companyId: number;
  let existing: Json;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp(receiver.environment);
    const partner = await app.partner();
    companyId = partner.companyId;
    mine = new Subscriptions(app, partner.key);
    existing = await mine.created();
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const preview = (members: Json) =>
    mine.call('POST', '/preview', { type: 'document.accepted', includePaths: [], document, ...members });

  it.each([
    ['51 conditions', { conditions: keys(51) }, ['/conditions too_long']],
    ['conditions of 16 KiB and a byte', { conditions: bytes(16_385) }, ['/conditions too_long']],
    [
      'conditions of 33 levels, which the body is too deep for as well',
      { conditions: levels(33) },
      ['/conditions/id too_deep', `/conditions/id${'/0'.repeat(31)} too_deep`],
    ],
    ['101 paths', { includePaths: paths(101) }, ['/includePaths too_long']],
    ['paths of 16 KiB and a byte', { includePaths: pathsOf(16_385) }, ['/includePaths too_long']],
    [
      'conditions and paths beyond them',
      { conditions: keys(51), includePaths: paths(101) },
      ['/conditions too_long', '/includePaths too_long'],
    ],
  ])('refuse %s', async (_, members: Json, problems) => {
    const answers = [
      await mine.call('POST', '', newSubscription(members)),
      await mine.call('PUT', `/${existing.id}`, members),
      await preview(members),
    ];
    for (const answer of answers) expect([answer.status, problemsOf(answer)]).toEqual([400, problems]);
    expect(await mine.read(existing.id)).toEqual(existing);
  });

  it.each([
    ['50 conditions', { conditions: keys(50) }],
    ['conditions of 16 KiB', { conditions: bytes(16_384) }],
    ['conditions of 32 levels', { conditions: levels(32) }],
    ['100 paths', { includePaths: paths(100) }],
    ['paths of 16 KiB', { includePaths: pathsOf(16_384) }],
    ['a path of 16 KiB', { includePaths: ['p'.repeat(16_384)] }],
  ])('accept %s', async (_, members: Json) => {
    const created = await mine.created(members);
    expect(created).toMatchObject(members);
    const changed = await mine.call('PUT', `/${created.id}`, members);
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(members)]);
    expect((await preview(members)).status).toBe(200);
    await mine.call('DELETE', `/${created.id}`);
  });

  it('do not affect older subscriptions beyond them, which still change, match and deliver', async () => {
    const old = await mine.created({ url: receiver.url, type: 'document.sent' });
    const conditions = {
      ...Object.fromEntries(paths(60).map((path) => [path, { $exists: false }])),
      id: 'doc-1',
    };
    const includePaths = ['id', ...pathsOf(17_000), ...paths(120)];
    await app.database.query(
      'UPDATE webhook_subscription SET conditions = $2, include_paths = $3 WHERE id = $1',
      [old.id, conditions, includePaths],
    );

    const changed = await mine.call('PUT', `/${old.id}`, { url: `${receiver.url}/moved` });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...old, url: `${receiver.url}/moved`, conditions, includePaths, updatedAt: expect.any(String) },
    ]);
    for (const members of [{ conditions }, { includePaths }]) {
      expect((await mine.call('PUT', `/${old.id}`, members)).status).toBe(400);
    }

    const event = { type: 'document.sent', companyId, typeId: 'doc-1' };
    const refused = await app.internal('POST', '/internal/event', { ...event, data: { id: 'doc-1', p7: 1 } });
    expect(refused.body).toMatchObject({ accepted: [{ deliveries: 0 }] });
    const taken = await app.internal('POST', '/internal/event', { ...event, data: document });
    expect(taken.body).toMatchObject({ accepted: [{ deliveries: 1 }] });
    const { path, json } = await receiver.next();
    expect([path, json.data]).toEqual(['/moved', { id: 'doc-1' }]);
  });
});
