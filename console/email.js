/** @import { Email, EmailAttempt, EmailDetail, EmailTemplate, Surroundings } from './types.d.ts' */
import { Refusal } from './api.js';
import { attemptItem, attemptSection } from './attempts.js';
import { actionButton } from './controls.js';
import { element, facts, heading } from './dom.js';
import { contentSection, resendForm } from './email-content.js';
import { emailOutcomeText } from './email-words.js';
import { followed } from './followed.js';
import { addressOf } from './place.js';
import { languageText, nextAttempt, statusBadge, time } from './words.js';

/** @typedef {(id: number) => Promise<HTMLElement>} LinkTo Makes a link to a template, by its name. */

/**
 * One email: what is known of it, the template it was made with, and the attempts to hand it over.
 *
 * @param {Surroundings} surroundings
 */
export async function emailView(surroundings) {
  const { api, id } = surroundings;
  const linkTo = templateLinks(api);
  const email = followed(
    surroundings,
    `/partner/email/${encodeURIComponent(id ?? '')}`,
    (/** @type {EmailDetail} */ detail) => partsOf(surroundings, detail, linkTo),
  );
  await email.look();
  return [
    element('p', { class: 'back' }, element('a', { href: addressOf('emails') }, 'All emails')),
    heading('Email', actionButton(surroundings, 'Refresh', email.look)),
    email.element,
  ];
}

/**
 * @param {Surroundings} surroundings
 * @param {EmailDetail} email
 * @param {LinkTo} linkTo
 */
async function partsOf(surroundings, email, linkTo) {
  const { id, to, kind, language, typeId, subject, fromName, replyTo, test, resendOf, attempts } = email;
  const toRecipient = addressOf('emails', null, { to });
  return [
    element(
      'section',
      { class: 'card', 'aria-label': 'Overview' },
      facts([
        ['Status', statusBadge(email)],
        ['Recipient', element('a', { href: toRecipient }, to)],
        ['Kind', `${kind} in ${languageText(language)}`],
        ['Subject', subject],
        ['Sender name', fromName],
        ['Replies go to', replyTo],
        ['Test', test && 'sent to try out a template'],
        ['Repeats', resendOf !== null && element('a', { href: addressOf('emails', resendOf) }, resendOf)],
        ['Event', email.eventId !== null && `${email.type} ${email.eventId}`],
        ['Document', typeId !== null && documentLink(typeId)],
        ['Company', test ? null : email.companyId],
        ['Accepted', time(email.createdAt)],
        ['Next attempt', nextAttempt(email)],
        ['Message-ID begins with', element('code', {}, id)],
      ]),
    ),
    element(
      'section',
      { 'aria-labelledby': 'template-heading' },
      element('h2', { id: 'template-heading' }, 'Template'),
      await templateOf(email, linkTo),
    ),
    contentSection(surroundings, email),
    attemptSection(await Promise.all(attempts.map((attempt) => itemOf(attempt, linkTo)))),
    resendForm(surroundings, email),
  ];
}

/** @param {string} typeId */
function documentLink(typeId) {
  const href = addressOf('deliveries', null, { typeId });
  return element('a', { href, 'aria-label': `Deliveries of ${typeId}` }, typeId);
}

/**
 * The template that rendered it, or why the default template did.
 *
 * @param {Email} email
 * @param {LinkTo} linkTo
 */
async function templateOf({ templateId, fallback, attemptCount }, linkTo) {
  if (fallback !== null) {
    return element(
      'p',
      { class: 'warning' },
      fallback.part !== 'template' && `The ${headerText(fallback.part)} assigned with `,
      await linkTo(fallback.templateId),
      ` failed, so the ${fallback.part === 'template' ? 'default template' : 'default one'} was used. ${fallback.message}`,
    );
  }
  if (templateId !== null) return element('p', {}, 'Made with ', await linkTo(templateId), '.');
  if (attemptCount === 0) return element('p', {}, 'Chosen at the first attempt.');
  return element(
    'p',
    {},
    'The default template: ',
    element('a', { href: addressOf('assignments') }, 'no template was assigned'),
    ' to this email.',
  );
}

/** @param {'subject' | 'fromName'} part */
function headerText(part) {
  return part === 'subject' ? 'subject' : 'sender name';
}

/**
 * @param {EmailAttempt} attempt
 * @param {LinkTo} linkTo
 * @returns {Promise<HTMLLIElement>}
 */
async function itemOf(attempt, linkTo) {
  const { startedAt, durationMs, answer, templateId, fallback } = attempt;
  const template = templateId === null ? 'default' : await linkTo(templateId);
  return attemptItem(
    attempt,
    emailOutcomeText(attempt),
    facts([
      ['Started', time(startedAt)],
      ['Took', `${durationMs} ms`],
      ['Template', fallback?.part === 'template' ? 'default, because the template failed' : template],
      ['Answer of the mail server', answer !== '' && element('code', {}, answer)],
    ]),
  );
}

/**
 * Links to templates by their names, which are asked for once. A deleted one has a number only.
 *
 * @param {Surroundings['api']} api
 * @returns {LinkTo}
 */
function templateLinks(api) {
  /** @type {Map<number, Promise<string | null>>} */
  const names = new Map();
  return async (id) => {
    const name = names.get(id) ?? nameOf(api, id);
    names.set(id, name);
    const known = await name;
    if (known === null) return element('span', {}, `template #${id} (deleted)`);
    return element('a', { href: addressOf('templates', id) }, known);
  };
}

/**
 * @param {Surroundings['api']} api
 * @param {number} id
 * @returns {Promise<string | null>} null when it is deleted
 */
async function nameOf(api, id) {
  try {
    /** @type {{ body: EmailTemplate }} */
    const { body } = await api.call('GET', `/partner/emailTemplate/${id}`);
    return body.name === null || body.name === '' ? `template #${id}` : `${body.name} #${id}`;
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 404) return null;
    throw error;
  }
}
