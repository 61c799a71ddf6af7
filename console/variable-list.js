/** @import { CodeField } from './code-field.js' */
/** @import { EmailKind, EmailVariable } from './types.d.ts' */
import { element } from './dom.js';

/**
 * The variables of an email, each with what it means, to be inserted into a template at the cursor.
 *
 * @param {EmailKind} kind
 * @param {CodeField} source
 */
export function variableList({ kind, variables }, source) {
  const items = variables
    .flatMap((variable) => pathsOf(variable))
    .map(({ path, meaning, required }) =>
      element(
        'li',
        {},
        element(
          'button',
          {
            type: 'button',
            class: 'place',
            'aria-label': `Insert ${path}`,
            click: () => source.insert(`{{${path}}}`),
          },
          element('code', {}, `{{${path}}}`),
        ),
        meaning.replaceAll('`', ''),
        !required && element('span', { class: 'dim' }, ' May be missing.'),
      ),
    );
  return element(
    'details',
    { class: 'variables' },
    element('summary', {}, `Variables of ${kind} emails`),
    element('ul', {}, ...items),
  );
}

/**
 * What of a variable can be printed: itself, or of an object its members.
 *
 * @param {EmailVariable} variable
 * @param {string} [before] the path that leads to it
 * @returns {{ path: string, meaning: string, required: boolean }[]}
 */
function pathsOf({ name, type, meaning, required, members }, before = '') {
  const path = `${before}${name}`;
  if (type !== 'object') return [{ path, meaning, required }];
  return members.flatMap((member) =>
    pathsOf({ ...member, required: required && member.required }, `${path}.`),
  );
}
