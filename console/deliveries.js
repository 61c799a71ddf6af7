/** @import { Delivery, Subscription, Surroundings } from './types.d.ts' */
/** @import { Filter } from './filters.js' */
import { apiDocument } from './api-document.js';
import { actionButton } from './controls.js';
import { element, heading } from './dom.js';
import { chosenIn, filterForm } from './filters.js';
import { eventFilters, statusFilter } from './log-filters.js';
import { pagedList } from './paged-list.js';
import { addressOf } from './place.js';
import { counted, outcomeText, statusBadge, time } from './words.js';

const PATH = '/partner/delivery';
const SUBSCRIPTIONS = '/partner/webhookSubscription';
const PAGE = 25;

/**
 * The log of deliveries, newest first, under a filter that is part of the address.
 *
 * @param {Surroundings} surroundings
 */
export async function deliveriesView(surroundings) {
  const { api, parameters } = surroundings;
  const [document, present, deleted] = await Promise.all([
    apiDocument(api),
    api.all(SUBSCRIPTIONS),
    api.all(`${SUBSCRIPTIONS}?deleted=true`),
  ]);
  /** @type {Filter[]} */
  const filters = [
    statusFilter(document, PATH),
    {
      name: 'subscriptionId',
      label: 'Subscription',
      kind: [...present.map((one) => option(one)), ...deleted.map((one) => option(one, ', deleted'))],
    },
    { name: 'typeId', label: 'Document', kind: 'text' },
    ...eventFilters(document, PATH),
  ];
  const chosen = chosenIn(parameters, filters);
  const log = pagedList(surroundings, {
    path: `${PATH}?${chosen}`,
    limit: PAGE,
    none:
      chosen.size > 0
        ? 'No delivery matches this filter.'
        : 'Nothing has been delivered yet. Deliveries appear here when an event triggers one of your webhooks.',
    itemOf: deliveryItem,
  });
  await log.load();
  return [
    heading('Deliveries', actionButton(surroundings, 'Refresh', log.load)),
    filterForm(surroundings, 'deliveries', filters, log.load),
    log.element,
  ];
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
    statusBadge(delivery),
    element('span', {}, attemptCount === 0 ? 'no attempt yet' : outcomeText(outcome)),
    element('span', { class: 'dim' }, counted(attemptCount, 'attempt'), ` to #${subscriptionId}`),
    element('span', { class: 'dim when' }, time(createdAt)),
  );
}
