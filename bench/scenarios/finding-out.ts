import { Lists } from '../harness/lists.js';
import { COMMON, SUCCEEDING } from '../harness/log-history.js';
import type { Measure } from '../harness/result.js';
import { spreadOf } from '../harness/statistics.js';
import { SUBSCRIPTIONS } from '../harness/subscription-history.js';

const REQUESTS = 25;
const DAY_MS = 86_400_000;

/** The times of single requests: what happened to an event, how a receiver performs, who changed a subscription. */
export async function findingOut(lists: Lists): Promise<readonly Measure[]> {
  const since = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  const subscription = `/partner/webhookSubscription/${COMMON.subscriptionId}`;
  const event = '/partner/event/old-12';
  const questions: readonly (readonly [what: string, query: string])[] = [
    ['statistics of the partner, 24 h by hour', '/partner/statistics'],
    ['  30 days by day', `/partner/statistics?step=1d&since=${since(29)}`],
    ['  30 days by hour', `/partner/statistics?since=${since(30)}`],
    ['statistics of a subscription, 30 days by day', `${subscription}/statistics?step=1d&since=${since(29)}`],
    ['history of a subscription', `${subscription}/history`],
    ['explanation, the first 100 subscriptions', `${event}/explanation`],
    ['  the last 500', `${event}/explanation?limit=500&cursor=${SUBSCRIPTIONS - 500}`],
  ];
  const measures: Measure[] = [];
  for (const [what, query] of questions) {
    await lists.ask(SUCCEEDING, query);
    const times: number[] = [];
    for (let request = 0; request < REQUESTS; request++)
      times.push((await lists.ask(SUCCEEDING, query)).milliseconds);
    measures.push({ what, unit: 'ms', spread: spreadOf(times) });
  }
  return measures;
}
