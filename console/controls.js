/** @import { Surroundings } from './types.d.ts' */
import { Refusal } from './api.js';
import { element } from './dom.js';
import { clearFault, clearFaults, faultsIn, showFaults } from './faults.js';

/**
 * Does one thing at a time, and tells when it fails.
 *
 * @param {Pick<Surroundings, 'notices'>} surroundings
 * @param {HTMLElement} control shows that it is at work
 * @param {() => Promise<void>} act
 */
export async function perform({ notices }, control, act) {
  if (control.getAttribute('aria-busy') === 'true') return;
  control.setAttribute('aria-busy', 'true');
  try {
    await act();
  } catch (error) {
    notices.warn(error);
  } finally {
    control.removeAttribute('aria-busy');
  }
}

/**
 * A button with an action behind it.
 *
 * @param {Pick<Surroundings, 'notices'>} surroundings
 * @param {string} label
 * @param {() => Promise<void>} act
 * @param {{ class?: string, about?: string }} [options] `about`: what it acts on, for people who cannot see its place
 * @returns {HTMLButtonElement}
 */
export function actionButton(surroundings, label, act, { class: kind = '', about } = {}) {
  /** @type {HTMLButtonElement} */
  const button = element(
    'button',
    {
      type: 'button',
      class: kind,
      'aria-label': about === undefined ? null : `${label}: ${about}`,
      click: () => void perform(surroundings, button, act),
    },
    label,
  );
  return button;
}

/**
 * A form with an action behind it. What the browser or the service finds wrong with a field is said there, until it is
 * changed.
 *
 * @param {Pick<Surroundings, 'notices'>} surroundings
 * @param {Record<string, string>} attributes
 * @param {(form: HTMLFormElement) => Promise<void>} act
 * @param {Node[]} children
 * @returns {HTMLFormElement}
 */
export function actionForm(surroundings, attributes, act, ...children) {
  const attempt = async () => {
    surroundings.notices.clear();
    clearFaults(form);
    const found = faultsIn(form);
    if (found.length > 0) showFaults(form, found);
    else await act(form).catch(refuse);
  };
  const refuse = (/** @type {unknown} */ error) => {
    const problems = error instanceof Refusal ? error.inputs : [];
    const homeless = showFaults(form, problems);
    if (problems.length === 0) throw error;
    if (homeless.length > 0) surroundings.notices.complain(homeless.map(({ message }) => message).join(' '));
  };
  /** @type {HTMLFormElement} */
  const form = element(
    'form',
    {
      ...attributes,
      novalidate: true,
      input: ({ target }) => target instanceof Element && clearFault(target),
      submit: (event) => {
        event.preventDefault();
        void perform(surroundings, form, attempt);
      },
    },
    ...children,
  );
  return form;
}
