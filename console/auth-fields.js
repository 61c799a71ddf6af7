/** @import { Subscription } from './types.d.ts' */
import { element } from './dom.js';
import { field, input, select } from './fields.js';

/** What a stored secret reads back as; sent back, it stays as it is. */
const MASK = '********';

/** @typedef {{ title: string, description: string, format?: string, maxLength: number }} Member */
/** @typedef {{ title: string, description: string, properties: Record<string, Member> }} AuthType */

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
  const show = () => {
    for (const group of groups) group.element.hidden = group.type.title !== choice.value;
  };
  choice.addEventListener('change', show);
  show();
  const read = () => {
    const chosen = groups.find(({ type }) => type.title === choice.value);
    if (chosen === undefined) return { authType: null, authData: null };
    const members = chosen.controls.map(({ name, value }) => [name, value()]);
    return { authType: chosen.type.title, authData: Object.fromEntries(members) };
  };
  const hint = 'How Livery authenticates to your server. Requests are always signed.';
  return {
    askAgain: (isNeeded) => {
      for (const { controls } of groups) for (const one of controls) one.askAgain(isNeeded);
    },
    elements: [field('Credentials', choice, { hint }), ...groups.map((group) => group.element)],
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
function credential(name, { title, description, format, maxLength }, stored) {
  const isSecret = format === 'password';
  const isKept = isSecret && stored === MASK;
  const control = input(`authData/${name}`, isSecret ? 'password' : 'text', isKept ? '' : stored, {
    maxlength: String(maxLength),
    ...(isSecret && { autocomplete: 'new-password' }),
    ...(isKept && { placeholder: 'unchanged' }),
  });
  const hint = isKept ? 'A password is stored. Leave this empty to keep it.' : capitalised(description);
  const value = () => (isKept && control.value === '' ? MASK : control.value);
  const askAgain = (/** @type {boolean} */ isNeeded) => {
    if (!isKept) return;
    control.required = isNeeded;
    control.placeholder = isNeeded ? 'again, for the new server' : 'unchanged';
  };
  return { name, value, askAgain, element: field(title, control, { hint }) };
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
