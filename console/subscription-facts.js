/** @import { Subscription, Surroundings } from './types.d.ts' */
import { actionButton } from './controls.js';
import { element, facts } from './dom.js';
import { addressOf } from './place.js';
import { counted, time } from './words.js';

/** @param {Pick<Subscription, 'id' | 'type'>} subscription */
export function nameOf({ id, type }) {
  return `${type} #${id}`;
}

/**
 * What threatens a subscription; null when nothing does.
 *
 * @param {Subscription} subscription
 */
export function warningOf({ health: { willBeDeletedAt } }) {
  if (willBeDeletedAt === null) return null;
  return element(
    'p',
    { class: 'warning' },
    'If every attempt until then fails, this subscription will be deleted on ',
    time(willBeDeletedAt),
    '.',
  );
}

/**
 * How the deliveries of a subscription fare.
 *
 * @param {Subscription} subscription
 */
export function factsOf({ lastActiveAt, health }) {
  const { consecutiveFailures: failures, nextAttemptAt, lastStatus } = health;
  return facts([
    ['Last valid answer', lastActiveAt === null ? 'none yet' : time(lastActiveAt)],
    ['Failures since', failures > 0 && counted(failures, 'failed attempt')],
    ['Last status', lastStatus],
    ['Next attempt', nextAttemptAt !== null && time(nextAttemptAt)],
  ]);
}

/**
 * Sends a sample to the receiver of a subscription.
 *
 * @param {Surroundings} surroundings
 * @param {Subscription} subscription
 */
export function testButton(surroundings, subscription) {
  const { api, notices } = surroundings;
  const test = async () => {
    const { body } = await api.call('POST', `/partner/webhookSubscription/${subscription.id}/test`);
    const address = addressOf('deliveries', body.deliveryId);
    notices.tell('The sample is being sent.', { label: 'See it', act: () => location.assign(address) });
  };
  return actionButton(surroundings, 'Send a test', test, { about: nameOf(subscription) });
}

/**
 * A link to the deliveries of a subscription.
 *
 * @param {Subscription} subscription
 */
export function deliveriesLink(subscription) {
  const href = addressOf('deliveries', null, { subscriptionId: String(subscription.id) });
  return element('a', { href, 'aria-label': `Deliveries: ${nameOf(subscription)}` }, 'Deliveries');
}
