/** @import { Attempt, DeliveryDetail, Surroundings } from './types.d.ts' */
import { attemptItem, attemptSection } from './attempts.js';
import { actionButton } from './controls.js';
import { copyButton } from './copy-button.js';
import { element, facts, heading, textBlock } from './dom.js';
import { followed } from './followed.js';
import { laidOut } from './json-text.js';
import { addressOf } from './place.js';
import { nextAttempt, outcomeText, statusBadge, time, triggerText } from './words.js';

/**
 * One delivery with its body and its attempts.
 *
 * @param {Surroundings} surroundings
 */
export async function deliveryView(surroundings) {
  const { api, notices, id } = surroundings;
  const path = `/partner/delivery/${encodeURIComponent(id ?? '')}`;
  const delivery = followed(surroundings, path, (/** @type {DeliveryDetail} */ detail) =>
    partsOf(detail, surroundings),
  );
  const retry = async () => {
    await api.call('POST', `${path}/retry`);
    notices.tell('The attempt is being made.');
    await delivery.look();
  };
  await delivery.look();
  return [
    element('p', { class: 'back' }, element('a', { href: addressOf('deliveries') }, 'All deliveries')),
    heading(
      'Delivery',
      actionButton(surroundings, 'Refresh', delivery.look),
      actionButton(surroundings, 'Retry now', retry, { class: 'primary' }),
    ),
    delivery.element,
  ];
}

/**
 * @param {DeliveryDetail} delivery
 * @param {Surroundings} surroundings
 */
function partsOf(delivery, surroundings) {
  const { subscriptionId, typeId, attempts, body } = delivery;
  const emails = addressOf('emails', null, { typeId });
  return [
    element(
      'section',
      { class: 'card', 'aria-label': 'Overview' },
      facts([
        ['Status', statusBadge(delivery)],
        ['Event', `${delivery.type} ${delivery.eventId}`],
        ['Document', element('a', { href: emails, 'aria-label': `Emails about ${typeId}` }, typeId)],
        ['Company', delivery.companyId],
        ['Subscription', element('a', { href: addressOf('webhooks', subscriptionId) }, `#${subscriptionId}`)],
        ['Accepted', time(delivery.createdAt)],
        ['Next attempt', nextAttempt(delivery)],
        ['webhook-id', element('code', {}, delivery.id)],
      ]),
    ),
    attemptSection(attempts.map((attempt) => itemOf(attempt, attempt === attempts.at(-1)))),
    element(
      'section',
      {},
      element('h2', {}, 'Body'),
      textBlock('Body, formatted', forReading(body)),
      element(
        'details',
        {},
        element('summary', {}, 'Exactly as it is sent'),
        textBlock('Body as it is sent', body),
        copyButton(surroundings, 'Body as it is sent', body),
      ),
    ),
  ];
}

/**
 * @param {Attempt} attempt
 * @param {boolean} isLast what the receiver said last is what one looks for when it failed
 * @returns {HTMLLIElement}
 */
function itemOf(attempt, isLast) {
  const { number, trigger, url, startedAt, durationMs, error, answer } = attempt;
  return attemptItem(
    attempt,
    outcomeText(attempt),
    element('p', { class: 'address' }, url),
    facts([
      ['Started', time(startedAt)],
      ['Took', `${durationMs} ms`],
      ['Set off', triggerText(trigger)],
    ]),
    answer !== null &&
      answer.body !== '' &&
      element(
        'details',
        { open: isLast && error !== null },
        element('summary', {}, answer.truncated ? 'Answer (its beginning)' : 'Answer'),
        textBlock(`Answer to attempt ${number}`, answer.body),
      ),
  );
}

/** @param {string} body */
function forReading(body) {
  try {
    return laidOut(JSON.parse(body));
  } catch {
    return body;
  }
}
