/** @import { EmailDetail, Surroundings } from './types.d.ts' */
import { actionButton, actionForm } from './controls.js';
import { element, fill } from './dom.js';
import { field, input } from './fields.js';
import { addressOf } from './place.js';
import { previewOf } from './preview.js';

/**
 * An email as it was last sent, shown when it is asked for.
 *
 * @param {Surroundings} surroundings
 * @param {EmailDetail} email
 */
export function contentSection(surroundings, { id, subject }) {
  if (subject === null) return null;
  const place = element('div');
  const show = async () => {
    const html = await surroundings.api.text(`/partner/email/${encodeURIComponent(id)}/html`);
    fill(place, previewOf(html));
  };
  return element(
    'section',
    { 'aria-labelledby': 'content-heading' },
    element('h2', { id: 'content-heading' }, 'Content'),
    element('div', { class: 'actions' }, actionButton(surroundings, 'Show', show)),
    place,
  );
}

/**
 * Sends an email again, to the same recipient or to a corrected address.
 *
 * @param {Surroundings} surroundings
 * @param {EmailDetail} email
 */
export function resendForm(surroundings, { id, to, status, test }) {
  if (status === 'pending' || test) return null;
  const recipient = input('to', 'email', to, { required: true, maxlength: '254' });
  const resend = async () => {
    const path = `/partner/email/${encodeURIComponent(id)}/resend`;
    const { body } = await surroundings.api.call('POST', path, { body: { to: recipient.value } });
    location.hash = addressOf('emails', body.id);
  };
  return element(
    'section',
    { 'aria-labelledby': 'resend-heading' },
    element('h2', { id: 'resend-heading' }, 'Send again'),
    actionForm(
      surroundings,
      { class: 'row-form', 'aria-label': 'Send again' },
      resend,
      field('To', recipient),
      element('button', {}, 'Send'),
    ),
  );
}
