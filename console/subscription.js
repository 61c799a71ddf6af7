/** @import { Subscription, Surroundings } from './types.d.ts' */
import { actionForm } from './controls.js';
import { element, field, fill, select } from './dom.js';
import { addressOf } from './place.js';
import { secretOf } from './secret.js';
import { choicesOf, jsonOf } from './words.js';

const PATH = '/partner/webhookSubscription';
/** The auth type with a user name and a password. */
const BASIC = 'basicauth';

/** @type {Pick<Subscription, 'type' | 'url' | 'authType' | 'authData' | 'includePaths' | 'conditions'>} */
const NEW_SUBSCRIPTION = {
  type: 'document.accepted',
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
  const path = isNew ? PATH : `${PATH}/${encodeURIComponent(id ?? '')}`;
  const [{ body: subscription, tag }, { body: documents }] = await Promise.all([
    isNew ? { body: NEW_SUBSCRIPTION, tag: null } : api.call('GET', path),
    api.call('GET', '/openapi.json'),
  ]);
  const { type: types, authType: authTypes } = documents.components.schemas.WebhookSubscription.properties;
  let ifMatch = tag;

  const type = select('type', choicesOf(types), subscription.type);
  const url = input('url', 'url', subscription.url, { required: true, maxlength: '2048' });
  const authType = select('authType', [['', 'none'], ...choicesOf(authTypes)], subscription.authType ?? '');
  const username = input('username', 'text', subscription.authData?.username ?? '');
  // What is stored reads back as asterisks; sent back, they keep it.
  const password = input('password', 'password', subscription.authData?.password ?? '');
  const credentials = element(
    'div',
    { class: 'row-form' },
    field('User name', username),
    field('Password', password),
  );
  const showCredentials = () => void (credentials.hidden = authType.value !== BASIC);
  authType.addEventListener('change', showCredentials);
  showCredentials();
  const includePaths = lines('includePaths', subscription.includePaths.join('\n'));
  const conditions = lines(
    'conditions',
    subscription.conditions === null ? '' : laidOut(subscription.conditions),
  );
  const filter = () => ({
    type: type.value,
    includePaths: includePaths.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    conditions: conditions.value.trim() === '' ? null : jsonOf(conditions.value, 'The conditions are'),
  });
  const auth = () => {
    if (authType.value === '') return { authType: null, authData: null };
    const authData = { username: username.value, password: password.value };
    if (authType.value === BASIC) return { authType: BASIC, authData };
    // Others are set through the API; what is set stays.
    return authType.value === subscription.authType ? {} : { authType: authType.value };
  };
  const save = async () => {
    const body = { ...filter(), url: url.value, ...auth(), ...(isNew && { isActive: true }) };
    const answer = await api.call(isNew ? 'POST' : 'PUT', path, { body, ifMatch });
    ifMatch = answer.tag;
    if (isNew) location.replace(addressOf('webhooks', answer.body.id));
    else notices.tell('Saved.');
  };

  return [
    element('p', { class: 'back' }, element('a', { href: addressOf('webhooks') }, 'All webhooks')),
    element('h1', { tabindex: '-1' }, isNew ? 'New webhook' : `${subscription.type} #${subscription.id}`),
    element(
      'div',
      { class: 'columns' },
      actionForm(
        surroundings,
        { class: 'editor', 'aria-label': 'Webhook' },
        save,
        field('Event', type),
        field('URL (https)', url),
        field('Credentials', authType),
        credentials,
        field('Include paths, one a line; * for everything', includePaths),
        field('Conditions, in JSON; empty for none', conditions),
        element('div', { class: 'actions' }, element('button', { class: 'primary' }, 'Save')),
      ),
      element(
        'div',
        { class: 'stack' },
        previewSection(surroundings, filter),
        !isNew && secretOf(surroundings, path, (rotated) => void (ifMatch = rotated)),
      ),
    ),
  ];
}

const SAMPLE = {
  id: '5f3a1c9e7b2d4c0012ab34cd',
  status: 'accepted',
  companyId: 1,
  data: { name: 'Offer 1042' },
};

/**
 * What the subscription would make of a document; nothing is stored or sent.
 *
 * @param {Surroundings} surroundings
 * @param {() => object} filter what the form says of type, include paths and conditions
 */
function previewSection(surroundings, filter) {
  const document = lines('document', laidOut(SAMPLE));
  const result = element('div', { class: 'render' });
  const preview = async () => {
    const body = { ...filter(), document: jsonOf(document.value, 'The document is') };
    const { body: answer } = await surroundings.api.call('POST', `${PATH}/preview`, { body });
    const unmet = answer.conditions.filter((/** @type {{ matches: boolean }} */ { matches }) => !matches);
    fill(
      result,
      element('p', {}, answer.matches ? 'It is sent:' : 'It is not sent, because conditions are not met:'),
      element(
        'pre',
        { tabindex: '0', 'aria-label': 'Preview' },
        laidOut(answer.matches ? answer.body : unmet),
      ),
    );
    surroundings.notices.tell('This is what would happen; nothing was sent.');
  };
  return element(
    'section',
    { 'aria-labelledby': 'preview-heading' },
    element('h2', { id: 'preview-heading' }, 'Preview'),
    actionForm(
      surroundings,
      { class: 'editor', 'aria-label': 'Preview' },
      preview,
      field('Document, in JSON', document),
      element('div', { class: 'actions' }, element('button', {}, 'Preview')),
    ),
    result,
  );
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string} value
 * @param {Record<string, string | boolean>} [more]
 */
function input(name, type, value, more = {}) {
  const made = element('input', { name, type, autocomplete: 'off', ...more });
  made.value = value;
  return made;
}

/**
 * @param {string} name
 * @param {string} text
 */
function lines(name, text) {
  const made = element('textarea', { name, class: 'lines', rows: '6', spellcheck: 'false' });
  made.value = text;
  return made;
}

/** @param {unknown} value */
function laidOut(value) {
  return JSON.stringify(value, null, 2);
}
