import { Partners } from './outside/partners.js';
import { World } from './world.js';

/** Plans the normal course of a world: events arrive, and partners make changes. */
export function planLife(world: World): void {
  const { timeline, random, scenario, slots, documents, partners } = world;
  const anyTime = () => random.between(100, scenario.activeMs);
  for (const slot of slots) timeline.at(random.between(0, 300), () => slot.start());
  for (let count = 0; count < scenario.reports; count++) {
    timeline.at(anyTime(), () => documents.report(random.chance(0.8) ? 1 : random.whole(2, 5)));
  }
  const flood = anyTime();
  for (let count = 0; count < scenario.flood; count++) {
    timeline.at(flood + random.between(0, 200), () => documents.report(1));
  }
  for (let count = 0; count < scenario.repeats; count++) {
    timeline.at(anyTime(), () => documents.repeat());
  }
  for (let count = 0; count < scenario.changes; count++) {
    timeline.at(anyTime(), () => changeSomething(world));
  }
  for (let count = 0; count < scenario.requests; count++) {
    timeline.at(anyTime(), () => requestSomething(world));
  }
  timeline.at(anyTime(), () => partners.subscribe());
}

/** A partner requests attempts: of a delivery in the log, of missed events, or of a sample. */
function requestSomething(world: World): void {
  const { random, witness, tables, documents } = world;
  const instance = world.anyInstance()?.instance;
  const deliveries = [...witness.deliveries.values()];
  const { id } = random.pick([...tables.subscriptions.values()]);
  const kind = random.pick(['retry', 'retry', 'recover', 'test'] as const);
  if (kind === 'recover') return instance?.recover(id);
  if (kind === 'test') return instance?.test(id, documents.event());
  if (deliveries.length === 0) return;
  const { partnerId, subscriptionId, eventId } = random.pick(deliveries);
  instance?.retryByHand({ partnerId, subscriptionId, eventId });
}

function changeSomething(world: World): void {
  const { random, partners, timeline } = world;
  if (random.chance(0.1)) return partners.changeCompany();
  const { id, change } = partners.anyChange();
  world.anyInstance()?.instance.changeSubscription(id, change);
  // A second change often follows at once.
  if (random.chance(0.7)) return;
  const soon = random.pick([random.between(0, 40), random.between(100, 8_000)]);
  timeline.in(soon, () => world.anyInstance()?.instance.changeSubscription(id, Partners.restored));
}
