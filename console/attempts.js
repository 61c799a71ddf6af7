/** @import { Child } from './dom.js' */
import { element } from './dom.js';

/**
 * The attempts of a delivery or an email, first one first.
 *
 * @param {HTMLLIElement[]} items
 */
export function attemptSection(items) {
  return element(
    'section',
    {},
    element('h2', {}, 'Attempts'),
    items.length === 0
      ? element('p', { class: 'empty' }, 'No attempt has ended yet.')
      : element('ol', { class: 'list' }, ...items),
  );
}

/**
 * @param {{ number: number, error: string | null }} attempt
 * @param {string} outcome what came of it, in words
 * @param {Child[]} children what else there is to say
 * @returns {HTMLLIElement}
 */
export function attemptItem({ number, error }, outcome, ...children) {
  const badge = element('span', { class: error === null ? 'badge good' : 'badge bad' }, outcome);
  return element(
    'li',
    { class: 'card' },
    element(
      'div',
      { class: 'card-head' },
      element('h3', {}, `Attempt ${number}`),
      element('div', { class: 'badges' }, badge),
    ),
    ...children,
  );
}
