// A process without free file descriptors. It posts to each address that it is given, then once more when there are
// free ones, and prints the outcomes as JSON. Uses the sender of the built service.
import 'reflect-metadata';
import { closeSync, openSync } from 'node:fs';
import { WebhookSender } from '../../dist/src/delivery/attempt/webhook-sender.js';
import { EgressConnector } from '../../dist/src/shared/egress/egress-connector.js';
import { EgressGuard } from '../../dist/src/shared/egress/egress-guard.js';
import { EgressResolver } from '../../dist/src/shared/egress/egress-resolver.js';
import { Settings } from '../../dist/src/shared/settings.js';

const urls = process.argv.slice(2);
const settings = new Settings(process.env);
const guard = new EgressGuard(settings);
const resolver = new EgressResolver(settings);
const sender = new WebhookSender(settings, guard, new EgressConnector(settings, guard, resolver));
const post = (url) =>
  sender.send({ partnerId: 1, url, headers: { 'content-type': 'application/json' }, body: '{}' });

const taken = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch (error) {
  if (error.code !== 'EMFILE') throw error;
}
const crowded = [];
for (const url of urls) crowded.push(await post(url));
for (const descriptor of taken) closeSync(descriptor);
const relieved = [];
for (const url of urls) relieved.push(await post(url));
process.stdout.write(JSON.stringify({ crowded, relieved }));
await sender.close();
resolver.onModuleDestroy();
