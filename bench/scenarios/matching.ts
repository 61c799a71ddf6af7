import type { JsonObject } from '../../src/event/domain/event.js';
import { Conditions } from '../../src/webhook-subscription/domain/conditions/conditions.js';
import { IncludePaths } from '../../src/webhook-subscription/domain/include-paths.js';
import { completed } from '../../src/shared/domain/steps.js';
import { SubscriptionIndex } from '../../src/webhook-subscription/domain/subscription-index.js';
import { largeDocument } from '../harness/documents.js';
import { spreadOf } from '../harness/statistics.js';
import type { Scenario } from './scenario.js';

const SUBSCRIPTIONS = 10_000;
const EVENTS = 1_000;

/** The cost of finding an event's subscriptions among very many. */
export const matching: Scenario = {
  name: 'matching',
  asks: 'How long does matching an event with 10,000 subscriptions take, compared with parsing it?',
  shows: '10,000 subscriptions with conditions / JSON.parse of the event',
  async run({ options }) {
    const text = JSON.stringify(largeDocument());
    const document: JsonObject = JSON.parse(text);
    const values = indexOf(equality);
    const comparisons = indexOf((number) => (number % 10 === 0 ? comparison(number) : equality(number)));
    const turns = {
      parse: () => JSON.parse(text),
      values: () => values.matching(document),
      comparisons: () => comparisons.matching(document),
    };
    for (const work of Object.values(turns)) microsecondsOf(work);
    const rounds = Array.from({ length: options.rounds }, () => ({
      parse: microsecondsOf(turns.parse),
      values: microsecondsOf(turns.values),
      comparisons: microsecondsOf(turns.comparisons),
    }));
    const spread = (pick: (round: (typeof rounds)[number]) => number) => spreadOf(rounds.map(pick));
    return {
      scenario: matching.shows,
      measures: [
        {
          what: 'conditions on values',
          unit: '',
          spread: spread((round) => round.values / round.parse),
          target: { atMost: 5 },
        },
        {
          what: 'a tenth of them comparisons only',
          unit: '',
          spread: spread((round) => round.comparisons / round.parse),
          target: { atMost: 5 },
        },
        { what: 'conditions on values', unit: 'µs per event', spread: spread((round) => round.values) },
        { what: 'JSON.parse', unit: 'µs per event', spread: spread((round) => round.parse) },
      ],
      notes: [
        `A document of ${text.length} bytes; ${turns.values().length} and ${turns.comparisons().length} of them match.`,
        'A comparison ($gt) cannot be looked up: each of the thousand is tested on the value at its path, which is found once.',
      ],
    };
  },
};

function microsecondsOf(work: () => unknown): number {
  const start = performance.now();
  for (let event = 0; event < EVENTS; event++) work();
  return ((performance.now() - start) / EVENTS) * 1_000;
}

/** Realistic conditions: the value of a reference, a client, a state or a name. */
function equality(number: number): JsonObject {
  const kinds: JsonObject[] = [
    { 'data.externalReferences.*.id': `deal-${number}` },
    { status: 'accepted', 'client.email': `client-${number}@client.example` },
    { 'data.language': number % 8 === 2 ? 'en' : 'sv', 'data.name': `Offer ${number}` },
    { status: number % 100 === 3 ? 'accepted' : 'denied' },
  ];
  return kinds[number % kinds.length] ?? {};
}

function comparison(number: number): JsonObject {
  return { 'data.amount': { $gt: 200_000 + number } };
}

function indexOf(conditionsOf: (number: number) => JsonObject): SubscriptionIndex {
  return completed(
    SubscriptionIndex.building(
      Array.from({ length: SUBSCRIPTIONS }, (_, number) => ({
        id: number + 1,
        includePaths: IncludePaths.stored(['*']),
        conditions: Conditions.parse(conditionsOf(number)),
      })),
    ),
  );
}
