/** @import { Attempt, DeliveryDetail, Surroundings } from './types.d.ts' */
import { actionButton } from './controls.js';
import { element, facts, fill } from './dom.js';
import { addressOf } from './place.js';
import { deliveryBadge, outcomeText, time, triggerText } from './words.js';

const LOOK_EVERY_MS = 1500;
/** An attempt that is due this soon is waited for. */
const SOON_MS = 10_000;

/**
 * One delivery with its body and its attempts. As long as one is being made, or is about to be, the page follows it.
 *
 * @param {Surroundings} surroundings
 */
export async function deliveryView(surroundings) {
  const { api, notices, id, left } = surroundings;
  const path = `/partner/delivery/${encodeURIComponent(id ?? '')}`;
  const detail = element('div', { class: 'stack' });
  let shown = '';

  const look = async () => {
    /** @type {{ body: DeliveryDetail }} */
    const { body: delivery } = await api.call('GET', path);
    if (JSON.stringify(delivery) !== shown) fill(detail, ...partsOf(delivery));
    shown = JSON.stringify(delivery);
    if (isMoving(delivery) && !left.aborted) {
      clearTimeout(timer);
      timer = setTimeout(() => void look().catch((error) => notices.warn(error)), LOOK_EVERY_MS);
    }
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  left.addEventListener('abort', () => clearTimeout(timer));

  const retry = async () => {
    await api.call('POST', `${path}/retry`);
    notices.tell('The attempt is on its way.');
    await look();
  };

  await look();
  return [
    element('p', { class: 'back' }, element('a', { href: addressOf('deliveries') }, 'All deliveries')),
    element('h1', { tabindex: '-1' }, 'Delivery'),
    element(
      'div',
      { class: 'actions' },
      actionButton(surroundings, 'Retry now', retry, { class: 'primary' }),
      actionButton(surroundings, 'Refresh', look),
    ),
    detail,
  ];
}

/** @param {DeliveryDetail} delivery */
function isMoving({ status, nextAttemptAt }) {
  return status === 'pending' && (nextAttemptAt === null || Date.parse(nextAttemptAt) - Date.now() < SOON_MS);
}

/** @param {DeliveryDetail} delivery */
function partsOf(delivery) {
  const { subscriptionId, nextAttemptAt, attempts, body } = delivery;
  return [
    element(
      'section',
      { class: 'card', 'aria-label': 'Overview' },
      facts([
        ['Status', deliveryBadge(delivery)],
        ['Event', `${delivery.type} ${delivery.eventId}`],
        ['Document', delivery.typeId],
        ['Company', delivery.companyId],
        ['Subscription', `#${subscriptionId}`],
        ['Accepted', time(delivery.createdAt)],
        ['Next attempt', nextAttemptAt !== null && time(nextAttemptAt)],
        ['webhook-id', element('code', {}, delivery.id)],
      ]),
    ),
    element(
      'section',
      {},
      element('h2', {}, 'Attempts'),
      attempts.length === 0
        ? element('p', { class: 'empty' }, 'No attempt has ended yet.')
        : element('ol', { class: 'list' }, ...attempts.map(attemptItem)),
    ),
    element(
      'section',
      {},
      element('h2', {}, 'Body'),
      element('pre', { tabindex: '0', 'aria-label': 'Body, laid out for reading' }, laidOut(body)),
      element(
        'details',
        {},
        element('summary', {}, 'Exactly as it is sent'),
        element('pre', { tabindex: '0', 'aria-label': 'Body as it is sent' }, body),
      ),
    ),
  ];
}

/**
 * @param {Attempt} attempt
 * @returns {HTMLLIElement}
 */
function attemptItem({ number, trigger, url, startedAt, durationMs, status, error, answer }) {
  const outcome = element(
    'span',
    { class: error === null ? 'badge good' : 'badge bad' },
    outcomeText({ status, error }),
  );
  return element(
    'li',
    { class: 'card' },
    element(
      'div',
      { class: 'card-head' },
      element('h3', {}, `Attempt ${number}`),
      element('div', { class: 'badges' }, outcome),
      element('p', { class: 'address' }, url),
    ),
    facts([
      ['Started', time(startedAt)],
      ['Took', `${durationMs} ms`],
      ['Set off', triggerText(trigger)],
    ]),
    answer !== null &&
      answer.body !== '' &&
      element(
        'details',
        {},
        element('summary', {}, answer.truncated ? 'Answer (its beginning)' : 'Answer'),
        element('pre', { tabindex: '0', 'aria-label': `Answer to attempt ${number}` }, answer.body),
      ),
  );
}

/** @param {string} body */
function laidOut(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
