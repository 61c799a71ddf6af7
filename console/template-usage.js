/** @import { Assignment, Surroundings } from './types.d.ts' */
import { element } from './dom.js';
import { addressOf } from './place.js';
import { targetText } from './words.js';

/**
 * Which emails a template is assigned to, with the way to change that.
 *
 * @param {Surroundings} surroundings
 * @param {number} templateId
 */
export async function templateUsage({ api }, templateId) {
  /** @type {Assignment[]} */
  const assignments = await api.all('/partner/emailTemplateAssignment');
  const targets = assignments.filter((one) => one.templateId === templateId).map(targetText);
  const href = addressOf('assignments', null, { templateId: String(templateId) });
  if (targets.length === 0) {
    return element(
      'p',
      {},
      'No email uses this template yet. ',
      element('a', { href }, 'Assign it to emails'),
    );
  }
  return element(
    'p',
    { class: 'dim' },
    `Used for: ${targets.join('; ')}. `,
    element('a', { href }, 'Assign it to more emails'),
  );
}
