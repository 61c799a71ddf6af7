/** @import { InputProblem } from './types.d.ts' */
/** @import { Control } from './fields.js' */
import { element } from './dom.js';

/**
 * Says at each field what is wrong with it, and goes to the first of them. A field is known by its name, which is the
 * pointer to a member of the body without its first slash: `authData/username`.
 *
 * @param {HTMLFormElement} form
 * @param {readonly InputProblem[]} problems
 * @returns {InputProblem[]} what belongs to no field that is shown
 */
export function showFaults(form, problems) {
  clearFaults(form);
  /** @type {Map<Control, string[]>} */
  const found = new Map();
  const homeless = [];
  for (const problem of problems) {
    const control = controls(form).find(({ name }) => isWithin(problem.pointer, `/${name}`));
    if (control === undefined) homeless.push(problem);
    else found.set(control, [...(found.get(control) ?? []), sentenceOf(problem, control.name)]);
  }
  for (const [control, sentences] of found) mark(control, sentences);
  controls(form)
    .find((control) => found.has(control))
    ?.focus();
  return homeless;
}

/**
 * What the browser finds wrong with a form: required fields that are empty, numbers that are none.
 *
 * @param {HTMLFormElement} form
 * @returns {InputProblem[]}
 */
export function faultsIn(form) {
  return controls(form)
    .filter(({ validity }) => !validity.valid)
    .map(({ name, validationMessage: message }) => ({ pointer: `/${name}`, message }));
}

/** @param {HTMLFormElement} form */
export function clearFaults(form) {
  for (const control of controls(form)) clearFault(control);
}

/** @param {Element} control */
export function clearFault(control) {
  const id = faultId(control);
  if (control.getAttribute('aria-invalid') !== 'true') return;
  control.removeAttribute('aria-invalid');
  describe(control, (ids) => ids.filter((one) => one !== id));
  document.getElementById(id)?.remove();
}

/**
 * @param {Control} control
 * @param {readonly string[]} sentences
 */
function mark(control, sentences) {
  control.closest('details')?.setAttribute('open', '');
  control.setAttribute('aria-invalid', 'true');
  describe(control, (ids) => [faultId(control), ...ids]);
  control
    .closest('.field')
    ?.append(element('p', { class: 'fault', id: faultId(control) }, sentences.join(' ')));
}

/**
 * @param {Element} control
 * @param {(ids: string[]) => string[]} change of the elements that describe it
 */
function describe(control, change) {
  const ids = change((control.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  if (ids.length === 0) control.removeAttribute('aria-describedby');
  else control.setAttribute('aria-describedby', ids.join(' '));
}

/** @param {Element} control */
function faultId({ id }) {
  return `${id}-fault`;
}

/**
 * @param {HTMLFormElement} form
 * @returns {Control[]} the fields that are shown, in their order
 */
function controls(form) {
  /** @type {NodeListOf<Control>} */
  const all = form.querySelectorAll('input, select, textarea');
  return [...all].filter((control) => control.closest('[hidden]') === null);
}

/**
 * @param {string} pointer
 * @param {string} whole
 */
function isWithin(pointer, whole) {
  return pointer === whole || pointer.startsWith(`${whole}/`);
}

/**
 * The sentence about a field; when it is about a part of it, with that part before it.
 *
 * @param {InputProblem} problem
 * @param {string} name
 */
function sentenceOf({ pointer, message }, name) {
  const [part] = pointer.slice(name.length + 2).split('/');
  if (part === undefined || part === '') return message;
  const isNumber = /^\d+$/.test(part);
  return `${isNumber ? `No. ${Number(part) + 1}` : part.replaceAll('~1', '/').replaceAll('~0', '~')}: ${message}`;
}
