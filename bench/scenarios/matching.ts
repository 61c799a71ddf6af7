import { Conditions } from '../../src/webhook-subscription/domain/conditions.js';
import { IncludePaths } from '../../src/webhook-subscription/domain/include-paths.js';
import { SubscriptionIndex } from '../../src/webhook-subscription/domain/subscription-index.js';
import { WebhookSubscription } from '../../src/webhook-subscription/domain/webhook-subscription.js';
import { largeDocument } from '../harness/documents.js';
import { spreadOf } from '../harness/statistics.js';
import { Scenario } from './scenario.js';

const SUBSCRIPTIONS = 10_000;
const EVENTS = 2_000;

/** What it costs to find an event's subscriptions among very many. */
export const matching: Scenario = {
  name: 'matching',
  shows: '10,000 subscriptions with conditions / JSON.parse of the event',
  async run({ options }) {
    const index = new SubscriptionIndex(
      Array.from({ length: SUBSCRIPTIONS }, (_, number) => listener(number)),
    );
    const text = JSON.stringify(largeDocument());
    const document: unknown = JSON.parse(text);
    const found = index.matching('document.accepted', document).length;
    const parse = (): number => microsecondsOf(() => JSON.parse(text));
    const match = (): number => microsecondsOf(() => index.matching('document.accepted', document));
    parse();
    match();
    const rounds = Array.from({ length: options.rounds }, () => ({ parse: parse(), match: match() }));
    return {
      scenario: matching.shows,
      measures: [
        {
          what: 'ratio',
          unit: '',
          spread: spreadOf(rounds.map(({ parse, match }) => match / parse)),
          target: { atMost: 5 },
        },
        { what: 'matching', unit: 'µs per event', spread: spreadOf(rounds.map(({ match }) => match)) },
        { what: 'JSON.parse', unit: 'µs per event', spread: spreadOf(rounds.map(({ parse }) => parse)) },
      ],
      notes: [
        `A document of ${text.length} bytes; two conditions each: an equality and a comparison.`,
        `${found} of the subscriptions match.`,
      ],
    };
  },
};

function microsecondsOf(work: () => unknown): number {
  const start = performance.now();
  for (let event = 0; event < EVENTS; event++) work();
  return ((performance.now() - start) / EVENTS) * 1_000;
}

/** Nine in ten wait for the deal of one client in the thousand; the others for an amount that is not reached. */
function listener(number: number): WebhookSubscription {
  const conditions =
    number % 10 === 0
      ? { 'data.amount': { $gt: 200_000 + number }, status: 'accepted' }
      : { 'data.externalReferences.*.id': `deal-${number % 2_000}`, 'data.amount': { $gte: 1_000 } };
  return WebhookSubscription.create(
    { id: number + 1, partnerId: 1 },
    {
      type: 'document.accepted',
      isActive: true,
      url: 'https://receiver.example/hook',
      authType: null,
      sealedAuthData: null,
      includePaths: IncludePaths.stored(['*']),
      conditions: Conditions.parse(conditions),
    },
    '',
    new Date(),
  );
}
