/** @import { Subscription, Surroundings } from './types.d.ts' */
import { actionButton, actionForm } from './controls.js';
import { element, facts, heading } from './dom.js';
import { field, input } from './fields.js';
import { forInput, fromInput } from './local-time.js';
import { pagedList } from './paged-list.js';
import { addressOf } from './place.js';
import { deliveriesLink, factsOf, nameOf, testButton, warningOf } from './subscription-facts.js';
import { activityBadge, counted, deletionText, healthBadge, time } from './words.js';

const PATH = '/partner/webhookSubscription';
const PAGE = 50;
const DAY_MS = 86_400_000;

/**
 * The webhook subscriptions, and below them the deleted ones.
 *
 * @param {Surroundings} surroundings
 */
export async function subscriptionsView(surroundings) {
  /** @type {Lists} */
  const lists = { load: async () => void (await Promise.all([present.load(), deleted.load()])) };
  const present = pagedList(surroundings, {
    path: PATH,
    limit: PAGE,
    none:
      'There are no webhooks yet. A webhook tells your server when something happens to a document: ' +
      'when it is viewed, accepted, denied.',
    itemOf: (/** @type {Subscription} */ subscription) => presentItem(surroundings, lists, subscription),
  });
  const deleted = pagedList(surroundings, {
    path: `${PATH}?deleted=true`,
    limit: PAGE,
    itemOf: (/** @type {Subscription} */ subscription) => deletedItem(surroundings, lists, subscription),
  });
  await lists.load();
  return [
    heading(
      'Webhooks',
      element('a', { class: 'button primary', href: addressOf('webhooks', 'new') }, 'New webhook'),
    ),
    element('section', {}, element('h2', { class: 'unseen' }, 'Subscriptions'), present.element),
    element('section', {}, element('h2', {}, 'Deleted'), deleted.element),
  ];
}

/** @typedef {{ load: () => Promise<void> }} Lists Both lists, to be shown anew after a change. */

/**
 * @param {Surroundings} surroundings
 * @param {Lists} lists
 * @param {Subscription} subscription
 * @returns {HTMLLIElement}
 */
function presentItem(surroundings, lists, subscription) {
  const { api, notices } = surroundings;
  const { id, isActive } = subscription;
  const about = nameOf(subscription);

  const toggle = async () => {
    const { body } = await api.call('PUT', `${PATH}/${id}`, { body: { isActive: !isActive } });
    const changed = presentItem(surroundings, lists, body);
    item.replaceWith(changed);
    changed.querySelector('button')?.focus();
    notices.tell(isActive ? `Deactivated ${about}.` : `Activated ${about}.`);
  };
  const remove = async () => {
    await api.call('DELETE', `${PATH}/${id}`);
    await lists.load();
    notices.tell(`Deleted ${about}.`, {
      label: 'Undo',
      act: () => void undo(surroundings, lists, subscription).catch((error) => notices.warn(error)),
    });
  };

  const item = element(
    'li',
    { class: 'card' },
    headOf(subscription, activityBadge(subscription), healthBadge(subscription)),
    warningOf(subscription),
    factsOf(subscription),
    element(
      'div',
      { class: 'actions' },
      element(
        'a',
        { class: 'button', href: addressOf('webhooks', id), 'aria-label': `Edit: ${about}` },
        'Edit',
      ),
      actionButton(surroundings, isActive ? 'Deactivate' : 'Activate', toggle, { about }),
      isActive && testButton(surroundings, subscription),
      deliveriesLink(subscription),
      actionButton(surroundings, 'Delete', remove, { class: 'danger', about }),
    ),
    isActive && recoveryOf(surroundings, subscription),
  );
  return item;
}

/**
 * @param {Surroundings} surroundings
 * @param {Lists} lists
 * @param {Subscription} subscription
 * @returns {HTMLLIElement}
 */
function deletedItem(surroundings, lists, subscription) {
  const about = nameOf(subscription);
  const restore = () => undo(surroundings, lists, subscription);
  return element(
    'li',
    { class: 'card' },
    headOf(subscription),
    element('p', {}, deletionText(subscription.deletedReason)),
    facts([
      ['Deleted', time(subscription.updatedAt)],
      ['Last valid answer', subscription.lastActiveAt === null ? 'never' : time(subscription.lastActiveAt)],
    ]),
    element('div', { class: 'actions' }, actionButton(surroundings, 'Undo', restore, { about })),
  );
}

/**
 * @param {Surroundings} surroundings
 * @param {Lists} lists
 * @param {Subscription} subscription
 */
async function undo({ api, notices }, lists, subscription) {
  await api.call('PATCH', `${PATH}/${subscription.id}`);
  await lists.load();
  notices.tell(`${nameOf(subscription)} is back. What it has missed is not sent by itself: recover it.`);
}

/**
 * @param {Subscription} subscription
 * @param {(HTMLElement | null)[]} badges
 */
function headOf({ id, type, url }, ...badges) {
  return element(
    'div',
    { class: 'card-head' },
    element('h3', {}, type, ' ', element('span', { class: 'dim' }, `#${id}`)),
    element('div', { class: 'badges' }, ...badges),
    element('p', { class: 'address' }, url),
  );
}

/**
 * @param {Surroundings} surroundings
 * @param {Subscription} subscription
 */
function recoveryOf(surroundings, subscription) {
  const { api, notices } = surroundings;
  const earliest = subscription.lastActiveAt ?? new Date(Date.now() - DAY_MS).toISOString();
  const since = input('since', 'datetime-local', forInput(earliest), { required: true, step: '1' });
  const recover = async () => {
    const body = { since: fromInput(since.value) };
    const { body: answer } = await api.call('POST', `${PATH}/${subscription.id}/recover`, { body });
    const { deliveries, resumeSince } = answer;
    if (resumeSince !== null) since.value = forInput(resumeSince);
    const rest = resumeSince === null ? '' : ' There are more: press the button again.';
    const what = deliveries === 0 ? 'Nothing was missed.' : `${counted(deliveries, 'event')} on the way.`;
    notices.tell(`${what}${rest}`);
  };
  return element(
    'details',
    {},
    element('summary', {}, 'Recover missed events'),
    actionForm(
      surroundings,
      { class: 'row-form' },
      recover,
      field('Created since (your local time)', since),
      element('button', {}, 'Deliver them'),
    ),
  );
}
