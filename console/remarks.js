/** @import { CodeField } from './code-field.js' */
/** @import { Remark } from './types.d.ts' */
import { element } from './dom.js';
import { counted } from './words.js';

/**
 * The errors and warnings of a template, with buttons that lead to their places.
 *
 * @param {string} heading
 * @param {'' | 'bad'} kind
 * @param {readonly Remark[]} remarks
 * @param {CodeField} source
 */
export function remarkList(heading, kind, remarks, source) {
  const items = remarks.map(({ line, column, message }) =>
    element(
      'li',
      {},
      line !== undefined &&
        element(
          'button',
          { type: 'button', class: 'place', click: () => source.goTo(line) },
          `Line ${line}, column ${column ?? 1}`,
        ),
      message,
    ),
  );
  return element(
    'section',
    { class: `card ${kind}`, 'aria-label': 'Remarks' },
    element('h2', {}, `${heading} `, element('span', { class: 'dim' }, counted(remarks.length, 'remark'))),
    element('ul', {}, ...items),
  );
}
