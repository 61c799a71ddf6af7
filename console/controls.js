/** @import { Surroundings } from './types.d.ts' */
import { element } from './dom.js';

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
 * @param {{ class?: string, about?: string }} [options] `about`: what it acts on, for those who do not see where it stands
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
 * A form with an action behind it.
 *
 * @param {Pick<Surroundings, 'notices'>} surroundings
 * @param {Record<string, string>} attributes
 * @param {(form: HTMLFormElement) => Promise<void>} act
 * @param {Node[]} children
 * @returns {HTMLFormElement}
 */
export function actionForm(surroundings, attributes, act, ...children) {
  /** @type {HTMLFormElement} */
  const form = element(
    'form',
    {
      ...attributes,
      submit: (event) => {
        event.preventDefault();
        void perform(surroundings, form, () => act(form));
      },
    },
    ...children,
  );
  return form;
}
