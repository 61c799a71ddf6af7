/** @import { Surroundings } from './types.d.ts' */
import { actionButton } from './controls.js';

/**
 * Copies a text. Browsers let pages do that over https and on this machine only; elsewhere there is no button.
 *
 * @param {Pick<Surroundings, 'notices'>} surroundings
 * @param {string} about what the text is
 * @param {string} text
 */
export function copyButton(surroundings, about, text) {
  if (!isSecureContext) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    surroundings.notices.tell(`Copied: ${about}.`);
  };
  return actionButton(surroundings, 'Copy', copy, { class: 'small', about });
}
