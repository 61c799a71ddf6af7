// Fills a running demo with what a partner has after a while:
// `node console/tools/fill.mjs http://127.0.0.1:3000 INTERNAL_TOKEN [EVENTS]`. Four of seven events are delivered.
import process from 'node:process';

const [url = 'http://127.0.0.1:3000', token = process.env.INTERNAL_TOKEN ?? '', events = '700'] =
  process.argv.slice(2);
const TYPES = ['created', 'sent', 'viewed', 'answered', 'accepted', 'denied', 'expired'];
const NAMES = ['Kitchen renovation', 'Roof, 140 m²', 'Heat pump', 'Garden wall', 'Bathroom, Ågatan 4'];

async function call(method, path, body, key = token) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? null : response.json();
}

function documentOf(index) {
  const id = `offer-${String(1000 + index)}`;
  const status = TYPES[index % TYPES.length];
  return {
    type: `document.${status}`,
    typeId: id,
    companyId: 1,
    data: {
      id,
      status,
      companyId: 1,
      data: { name: `${NAMES[index % NAMES.length]} ${index}`, language: 'sv', amount: 900 + index * 37 },
      client: { firstName: 'Ada', name: 'Ada Lindgren', email: 'ada@client.example' },
    },
  };
}

const { key } = await call('POST', '/internal/partner/1/apiKey', { label: 'Filled by hand' });
const [demo] = await call('GET', '/partner/webhookSubscription', undefined, key);
const subscription = (members) => call('POST', '/partner/webhookSubscription', members, key);
const { username } = demo.authData;
const shared = { isActive: true, includePaths: ['id', 'status', 'data.name'], conditions: null };
await subscription({ ...shared, type: 'document.viewed', url: demo.url });
await subscription({
  ...shared,
  type: 'document.denied',
  url: 'https://hooks.acme.example/livery',
  conditions: { 'data.amount': { $gte: 1000 } },
});
await subscription({
  ...shared,
  type: 'document.created',
  url: 'https://crm.partner.example/in',
  isActive: false,
});
await subscription({
  ...shared,
  type: 'document.sent',
  url: demo.url,
  authType: 'basicauth',
  authData: { username, password: 'wrong' },
});
const gone = await subscription({ ...shared, type: 'document.expired', url: 'https://old.partner.example/' });
await call('DELETE', `/partner/webhookSubscription/${gone.id}`, undefined, key);
for (let start = 0; start < Number(events); start += 100) {
  await call(
    'POST',
    '/internal/event',
    Array.from({ length: 100 }, (_, index) => documentOf(start + index)),
  );
}
process.stdout.write(`Filled. An API key of the partner: ${key}\n`);
