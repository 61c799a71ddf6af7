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
 * @returns {{ elements: HTMLElement[], read: () => Pick<Subscription, 'authType' | 'authData'> }}
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
  const hint = 'How we authenticate to your server. Signatures are sent in any case.';
  return {
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
  const hint = isKept ? 'One is stored. It stays as it is while this is empty.' : capitalised(description);
  const value = () => (isKept && control.value === '' ? MASK : control.value);
  return { name, value, element: field(title, control, { hint }) };
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
