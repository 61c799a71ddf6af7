/** @import { Subscription, Surroundings } from './types.d.ts' */
import { apiDocument, valuesOf } from './api-document.js';
import { authFields } from './auth-fields.js';
import { actionButton, actionForm } from './controls.js';
import { element, heading } from './dom.js';
import { checkbox, field, input, lines, select } from './fields.js';
import { jsonIn, laidOut } from './json-text.js';
import { addressOf } from './place.js';
import { secretOf } from './secret.js';
import { deliveriesLink, factsOf, nameOf, testButton, warningOf } from './subscription-facts.js';
import { previewSection } from './subscription-preview.js';
import { unsaved } from './unsaved.js';
import { activityBadge, deletionText, healthBadge } from './words.js';

const PATH = '/partner/webhookSubscription';

/** @type {Pick<Subscription, 'type' | 'isActive' | 'url' | 'authType' | 'authData' | 'includePaths' | 'conditions'>} */
const NEW_SUBSCRIPTION = {
  type: 'document.accepted',
  isActive: true,
  url: '',
  authType: null,
  authData: null,
  includePaths: ['id', 'status', 'data.name'],
  conditions: null,
};

/**
 * One subscription, to be changed and tried out, or a new one.
 *
 * @param {Surroundings} surroundings
 */
export async function subscriptionView(surroundings) {
  const { api, notices, id } = surroundings;
  const isNew = id === 'new';
  const deleted = isNew ? null : await deletedOne(surroundings);
  if (deleted !== null) return deletedView(surroundings, deleted);
  const path = isNew ? PATH : `${PATH}/${encodeURIComponent(id ?? '')}`;
  const [{ body: subscription, tag }, document] = await Promise.all([
    isNew ? { body: NEW_SUBSCRIPTION, tag: null } : api.call('GET', path),
    apiDocument(api),
  ]);
  let ifMatch = tag;
  const form = editor(subscription, document);
  const overview = element('div', { class: 'stack' });
  const showOverview = (/** @type {Subscription} */ shown) =>
    overview.replaceChildren(...overviewOf(surroundings, shown));
  if (!isNew) showOverview(subscription);
  const save = async () => {
    const answer = await api.call(isNew ? 'POST' : 'PUT', path, { body: form.read(), ifMatch });
    ifMatch = answer.tag;
    unsaved.settle();
    if (isNew) {
      notices.tellAfterMove('The webhook has been created. Send a test to see what your server gets.');
      location.replace(addressOf('webhooks', answer.body.id));
    } else {
      showOverview(answer.body);
      notices.tell('Saved.');
    }
  };
  const editing = actionForm(
    surroundings,
    { class: 'editor', 'aria-label': 'Webhook' },
    save,
    ...form.elements,
    element('div', { class: 'actions' }, element('button', { class: 'primary' }, isNew ? 'Create' : 'Save')),
  );
  unsaved.watch(editing);
  return [
    element('p', { class: 'back' }, element('a', { href: addressOf('webhooks') }, 'All webhooks')),
    heading(isNew ? 'New webhook' : nameOf(subscription)),
    ...(isNew ? [] : [overview]),
    element(
      'div',
      { class: 'columns' },
      editing,
      element(
        'div',
        { class: 'stack' },
        previewSection(surroundings, editing, form.filter),
        !isNew && secretOf(surroundings, path, (rotated) => void (ifMatch = rotated)),
      ),
    ),
  ];
}

/**
 * The subscription, if it is deleted.
 *
 * @param {Surroundings} surroundings
 * @returns {Promise<Subscription | null>}
 */
async function deletedOne({ api, id }) {
  if (!/^[1-9]\d{0,9}$/.test(id ?? '')) return null;
  const before = Number(id) - 1;
  const cursor = before === 0 ? '' : `&cursor=${before}`;
  const { body } = await api.call('GET', `${PATH}?deleted=true&limit=1${cursor}`);
  const [first] = body;
  return first?.id === Number(id) ? first : null;
}

/**
 * Where the email leads that tells of a deletion.
 *
 * @param {Surroundings} surroundings
 * @param {Subscription} subscription
 */
function deletedView(surroundings, subscription) {
  const { api, notices } = surroundings;
  const undo = async () => {
    await api.call('PATCH', `${PATH}/${subscription.id}`);
    notices.tellAfterMove('It is back. What it has missed is not sent by itself: recover it.');
    location.replace(addressOf('webhooks'));
  };
  return [
    element('p', { class: 'back' }, element('a', { href: addressOf('webhooks') }, 'All webhooks')),
    heading(nameOf(subscription)),
    element(
      'section',
      { class: 'card', 'aria-label': 'Deleted' },
      element('p', {}, deletionText(subscription.deletedReason)),
      element('div', { class: 'actions' }, actionButton(surroundings, 'Undo the deletion', undo)),
    ),
  ];
}

/**
 * @param {Surroundings} surroundings
 * @param {Subscription} subscription
 * @returns {HTMLElement[]}
 */
function overviewOf(surroundings, subscription) {
  return [
    element(
      'section',
      { class: 'card', 'aria-label': 'Overview' },
      element('div', { class: 'badges' }, activityBadge(subscription), healthBadge(subscription)),
      warningOf(subscription),
      factsOf(subscription),
      element(
        'div',
        { class: 'actions' },
        subscription.isActive && testButton(surroundings, subscription),
        deliveriesLink(subscription),
      ),
    ),
  ];
}

/**
 * The fields of a subscription. `filter()` is what a preview needs of them.
 *
 * @param {typeof NEW_SUBSCRIPTION} subscription
 * @param {any} document of the API
 */
function editor(subscription, document) {
  const types = valuesOf(document, 'WebhookSubscription', 'type').map(
    (name) => /** @type {const} */ ([name, `${name}: ${document.webhooks[name].post.summary}`]),
  );
  const type = select('type', types, subscription.type);
  const url = input('url', 'url', subscription.url, {
    required: true,
    maxlength: '2048',
    placeholder: 'https://hooks.example.com/livery',
  });
  const isActive = checkbox('isActive', subscription.isActive);
  const auth = authFields(document, subscription);
  // Stored credentials are not sent to another server unasked.
  url.addEventListener('input', () => auth.askAgain(originOf(url.value) !== originOf(subscription.url)));
  const includePaths = lines('includePaths', subscription.includePaths.join('\n'), { rows: '4' });
  const conditions = lines(
    'conditions',
    subscription.conditions === null ? '' : laidOut(subscription.conditions),
    { rows: '4', placeholder: '{ "status": "accepted", "data.amount": { "$gte": 1000 } }' },
  );
  const filter = () => ({
    type: type.value,
    includePaths: includePaths.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    conditions: conditions.value.trim() === '' ? null : jsonIn(conditions),
  });
  return {
    filter,
    read: () => ({ ...filter(), url: url.value.trim(), isActive: isActive.checked, ...auth.read() }),
    elements: [
      field('Event', type),
      field('URL', url, { hint: 'The https address of your server. Each event is a POST to it.' }),
      field('Active', isActive, { hint: 'Events trigger it.' }),
      ...auth.elements,
      field('Include paths', includePaths, {
        hint: 'The parts of the document to send, one per line, for example data.name; * sends all of it. Its id is always sent, as typeId.',
      }),
      field('Conditions', conditions, {
        hint: 'The documents that trigger it, in JSON: paths with the values expected there. Empty for all.',
      }),
    ],
  };
}

/** @param {string} url */
function originOf(url) {
  return URL.canParse(url) ? new URL(url).origin : null;
}
