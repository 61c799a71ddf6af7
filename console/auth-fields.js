/** @import { Subscription } from './types.d.ts' */
import { element } from './dom.js';
import { field, input, lines, select } from './fields.js';

/** What a stored secret reads back as; sent back, it stays as it is. */
const MASK = '********';

/** @typedef {{ title: string, description: string, format?: string, maxLength: number, enum?: readonly string[], contentMediaType?: string }} Member */
/** @typedef {{ title: string, description: string, properties: Record<string, Member>, required: readonly string[] }} AuthType */

/**
 * How deliveries authenticate to the receiver: the choice, and the fields of what is chosen, as the API document
 * describes them.
 *
 * @param {any} document of the API
 * @param {Pick<Subscription, 'authType' | 'authData'>} stored
 * @returns {{ elements: HTMLElement[], read: () => Pick<Subscription, 'authType' | 'authData'>, askAgain: (isNeeded: boolean) => void }}
 *   `askAgain`: whether stored secrets have to be typed again
 */
export function authFields(document, { authType, authData }) {
  const groups = authTypesOf(document).map((type) => {
    const controls = Object.entries(type.properties).map(([name, member]) =>
      credential(name, member, authType === type.title ? (authData?.[name] ?? '') : ''),
    );
    return {
      type,
      controls,
      element: element('div', { class: 'row-form credentials' }, ...controls.map((one) => one.element)),
    };
  });
  const names = groups.map(
    ({ type: { title, description } }) => /** @type {const} */ ([title, `${title}: ${description}`]),
  );
  const choice = select('authType', [['', 'none'], ...names], authType ?? '');
  const place = element('div', {});
  const show = () => {
    const chosen = groups.find(({ type }) => type.title === choice.value);
    place.replaceChildren(...(chosen === undefined ? [] : [chosen.element]));
  };
  choice.addEventListener('change', show);
  show();
  const read = () => {
    const chosen = groups.find(({ type }) => type.title === choice.value);
    if (chosen === undefined) return { authType: null, authData: null };
    const members = chosen.controls
      .map(({ name, value }) => [name, value()])
      .filter(([name = '', value]) => value !== '' || chosen.type.required.includes(name));
    return { authType: chosen.type.title, authData: Object.fromEntries(members) };
  };
  const hint = 'How Livery authenticates to your server. Requests are always signed.';
  return {
    askAgain: (isNeeded) => {
      for (const { controls } of groups) for (const one of controls) one.askAgain(isNeeded);
    },
    elements: [field('Credentials', choice, { hint }), place],
    read,
  };
}

/**
 * The field of one member. A stored secret is not shown; it stays as it is while its field is empty.
 *
 * @param {string} name
 * @param {Member} member
 * @param {string} stored
 */
function credential(name, member, stored) {
  const { title, description, format } = member;
  const isSecret = format === 'password';
  const isKept = isSecret && stored === MASK;
  const control = controlOf(name, member, isKept ? '' : stored);
  if (isKept) control.setAttribute('placeholder', 'unchanged');
  const hint = isKept ? 'A secret is stored. Leave this empty to keep it.' : capitalised(description);
  const value = () => (isKept && control.value === '' ? MASK : control.value);
  const askAgain = (/** @type {boolean} */ isNeeded) => {
    if (!isKept) return;
    control.required = isNeeded;
    control.setAttribute('placeholder', isNeeded ? 'again, for the new server' : 'unchanged');
  };
  return { name, value, askAgain, element: field(title, control, { hint }) };
}

/**
 * A choice, several lines or one line, as the member needs.
 *
 * @param {string} name
 * @param {Member} member
 * @param {string} value
 */
function controlOf(name, { format, maxLength, enum: choices, contentMediaType }, value) {
  const path = `authData/${name}`;
  if (choices !== undefined) {
    const options = choices.map((choice) => /** @type {const} */ ([choice, choice]));
    return select(path, options, value || (choices[0] ?? ''));
  }
  if (contentMediaType !== undefined) return lines(path, value, { maxlength: String(maxLength) });
  const isSecret = format === 'password';
  return input(path, isSecret ? 'password' : 'text', value, {
    maxlength: String(maxLength),
    ...(isSecret && { autocomplete: 'new-password' }),
  });
}

/**
 * @param {any} document
 * @returns {AuthType[]}
 */
function authTypesOf(document) {
  const { anyOf } = document.components.schemas.WebhookSubscription.properties.authData;
  return anyOf.filter((/** @type {Partial<AuthType>} */ { properties }) => properties !== undefined);
}

/** @param {string} phrase */
function capitalised(phrase) {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}
