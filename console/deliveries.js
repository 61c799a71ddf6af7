/** @import { Delivery, Subscription, Surroundings } from './types.d.ts' */
import { actionButton } from './controls.js';
import { element, field, select } from './dom.js';
import { pagedList } from './paged-list.js';
import { addressOf } from './place.js';
import { counted, deliveryBadge, deliveryStatuses, outcomeText, time } from './words.js';

const SUBSCRIPTIONS = '/partner/webhookSubscription';
const PAGE = 25;

/**
 * The log of deliveries, newest first, under a filter that stands in the address.
 *
 * @param {Surroundings} surroundings
 */
export async function deliveriesView(surroundings) {
  const { api, parameters } = surroundings;
  const chosen = {
    status: parameters.get('status') ?? '',
    subscriptionId: parameters.get('subscriptionId') ?? '',
  };
  const isFiltered = Object.values(chosen).some((value) => value !== '');
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''));
  const log = pagedList(surroundings, {
    path: `/partner/delivery?${query}`,
    limit: PAGE,
    none: isFiltered ? 'No delivery fits this filter.' : 'Nothing has been delivered yet.',
    itemOf: deliveryItem,
  });
  const [present, deleted] = await Promise.all([
    api.all(SUBSCRIPTIONS),
    api.all(`${SUBSCRIPTIONS}?deleted=true`),
    log.load(),
  ]);
  return [
    element('h1', { tabindex: '-1' }, 'Deliveries'),
    element(
      'div',
      { class: 'toolbar' },
      filterForm(chosen, [
        ...present.map((one) => option(one)),
        ...deleted.map((one) => option(one, ', deleted')),
      ]),
      actionButton(surroundings, 'Refresh', () => log.load()),
    ),
    log.element,
  ];
}

/**
 * @param {{ status: string, subscriptionId: string }} chosen
 * @param {(readonly [string, string])[]} subscriptions
 */
function filterForm({ status, subscriptionId }, subscriptions) {
  const isListed = subscriptionId === '' || subscriptions.some(([value]) => value === subscriptionId);
  const unlisted = isListed ? [] : [/** @type {const} */ ([subscriptionId, `#${subscriptionId}`])];
  const byStatus = select('status', [['', 'Any'], ...deliveryStatuses], status);
  const bySubscription = select(
    'subscriptionId',
    [['', 'Any'], ...subscriptions, ...unlisted],
    subscriptionId,
  );
  const choose = () => {
    const parameters = { status: byStatus.value, subscriptionId: bySubscription.value };
    location.assign(addressOf('deliveries', null, parameters));
  };
  return element(
    'form',
    {
      class: 'row-form',
      'aria-label': 'Filter',
      submit: (event) => {
        event.preventDefault();
        choose();
      },
    },
    field('Status', byStatus),
    field('Subscription', bySubscription),
    element('button', {}, 'Filter'),
  );
}

/**
 * @param {Subscription} subscription
 * @param {string} [addition]
 * @returns {readonly [string, string]}
 */
function option({ id, type }, addition = '') {
  return [String(id), `${type} #${id}${addition}`];
}

/**
 * @param {Delivery} delivery
 * @returns {HTMLLIElement}
 */
function deliveryItem(delivery) {
  const { id, type, typeId, subscriptionId, attemptCount, createdAt, lastStatus, lastError } = delivery;
  const outcome = { status: lastStatus, error: lastError };
  return element(
    'li',
    { class: 'row' },
    element('a', { class: 'main', href: addressOf('deliveries', id) }, type, element('span', {}, typeId)),
    deliveryBadge(delivery),
    element('span', {}, attemptCount === 0 ? 'no attempt yet' : outcomeText(outcome)),
    element('span', { class: 'dim' }, counted(attemptCount, 'attempt'), ` to #${subscriptionId}`),
    element('span', { class: 'dim when' }, time(createdAt)),
  );
}
