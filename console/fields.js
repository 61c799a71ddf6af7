import { element } from './dom.js';

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

let fields = 0;

/**
 * A form field under its label, with a place for what is wrong with it.
 *
 * @param {string} label
 * @param {Control} control
 * @param {{ hint?: string | Node, box?: Element }} [options] `hint`: what helps to fill it in; `box`: what the control
 *   stands in
 * @returns {HTMLDivElement}
 */
export function field(label, control, { hint, box = control } = {}) {
  control.id = `field-${++fields}`;
  const hintId = `${control.id}-hint`;
  if (hint !== undefined) control.setAttribute('aria-describedby', hintId);
  return element(
    'div',
    { class: 'field' },
    element('label', { for: control.id }, label),
    box,
    hint !== undefined && element('p', { class: 'hint', id: hintId }, hint),
  );
}

/**
 * A choice among few.
 *
 * @param {string} name
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} chosen
 * @returns {HTMLSelectElement}
 */
export function select(name, options, chosen) {
  const choices = options.map(([value, label]) =>
    element('option', { value, selected: value === chosen }, label),
  );
  return element('select', { name }, ...choices);
}

/**
 * A field of one line.
 *
 * @param {string} name
 * @param {string} type
 * @param {string} value
 * @param {Record<string, string | boolean>} [more]
 * @returns {HTMLInputElement}
 */
export function input(name, type, value, more = {}) {
  const made = element('input', { name, type, autocomplete: 'off', ...more });
  made.value = value;
  return made;
}

/**
 * A yes or no.
 *
 * @param {string} name
 * @param {boolean} isChecked
 */
export function checkbox(name, isChecked) {
  return element('input', { name, type: 'checkbox', checked: isChecked });
}

/**
 * A field of several lines, for text that is not prose.
 *
 * @param {string} name
 * @param {string} text
 * @param {Record<string, string>} [more]
 * @returns {HTMLTextAreaElement}
 */
export function lines(name, text, more = {}) {
  const made = element('textarea', { name, class: 'lines', rows: '6', spellcheck: 'false', ...more });
  made.value = text;
  return made;
}
