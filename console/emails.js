/** @import { Email, Surroundings } from './types.d.ts' */
/** @import { Filter } from './filters.js' */
import { apiDocument, parameterValuesOf } from './api-document.js';
import { actionButton } from './controls.js';
import { element, heading } from './dom.js';
import { emailOutcomeText } from './email-words.js';
import { chosenIn, filterForm } from './filters.js';
import { eventFilters, statusFilter } from './log-filters.js';
import { pagedList } from './paged-list.js';
import { addressOf } from './place.js';
import { languageText, statusBadge, time } from './words.js';

const PATH = '/partner/email';
const PAGE = 25;

/**
 * The log of emails, newest first, under a filter that is part of the address.
 *
 * @param {Surroundings} surroundings
 */
export async function emailsView(surroundings) {
  const document = await apiDocument(surroundings.api);
  const kinds = parameterValuesOf(document, PATH, 'kind').map((kind) => /** @type {const} */ ([kind, kind]));
  /** @type {Filter[]} */
  const filters = [
    statusFilter(document, PATH),
    { name: 'kind', label: 'Kind', kind: kinds },
    { name: 'to', label: 'Recipient', kind: 'text' },
    { name: 'typeId', label: 'Document', kind: 'text' },
    ...eventFilters(document, PATH),
  ];
  const chosen = chosenIn(surroundings.parameters, filters);
  const log = pagedList(surroundings, {
    path: `${PATH}?${chosen}`,
    limit: PAGE,
    none:
      chosen.size > 0
        ? 'No email matches this filter.'
        : 'No email has been sent yet. Emails appear here when a document is sent by email.',
    itemOf: emailItem,
  });
  await log.load();
  return [
    heading('Emails', actionButton(surroundings, 'Refresh', log.load)),
    filterForm(surroundings, 'emails', filters, log.load),
    log.element,
  ];
}

/**
 * @param {Email} email
 * @returns {HTMLLIElement}
 */
function emailItem(email) {
  const { id, kind, to, language, attemptCount, createdAt } = email;
  const outcome = { status: email.lastStatus, error: email.lastError };
  return element(
    'li',
    { class: 'row' },
    element(
      'a',
      { class: 'main', href: addressOf('emails', id) },
      to,
      element('span', {}, `${kind} in ${languageText(language)}`),
    ),
    statusBadge(email),
    element('span', {}, attemptCount === 0 ? 'no attempt yet' : emailOutcomeText(outcome)),
    templateText(email),
    element('span', { class: 'dim when' }, time(createdAt)),
  );
}

/** @param {Email} email */
function templateText({ templateId, fallback, attemptCount }) {
  if (fallback !== null) {
    return element('span', { class: 'bad-text' }, `template #${fallback.templateId} failed`);
  }
  if (attemptCount === 0) return element('span', {}, '');
  return element(
    'span',
    { class: 'dim' },
    templateId === null ? 'default template' : `template #${templateId}`,
  );
}
