/** @import { Email, Surroundings } from './types.d.ts' */
import { actionButton } from './controls.js';
import { element } from './dom.js';
import { pagedList } from './paged-list.js';
import { deliveryBadge, languageText, time } from './words.js';

const PAGE = 25;

/**
 * The log of emails, newest first.
 *
 * @param {Surroundings} surroundings
 */
export async function emailsView(surroundings) {
  const log = pagedList(surroundings, {
    path: '/partner/email',
    limit: PAGE,
    none: 'No email has been asked for yet.',
    itemOf: emailItem,
  });
  await log.load();
  return [
    element('h1', { tabindex: '-1' }, 'Emails'),
    element(
      'div',
      { class: 'toolbar' },
      actionButton(surroundings, 'Refresh', () => log.load()),
    ),
    log.element,
  ];
}

/**
 * @param {Email} email
 * @returns {HTMLLIElement}
 */
function emailItem(email) {
  const { kind, to, language, templateId, fallback, createdAt } = email;
  return element(
    'li',
    { class: 'card' },
    element(
      'div',
      { class: 'card-head' },
      element('h3', {}, to),
      element('div', { class: 'badges' }, deliveryBadge(email)),
      element(
        'p',
        { class: 'dim' },
        `${kind} in ${languageText(language)}, `,
        templateId === null ? 'built-in look' : `template #${templateId}`,
        ', ',
        time(createdAt),
      ),
    ),
    fallback !== null &&
      element(
        'p',
        { class: 'warning' },
        `Template #${fallback.templateId} failed, so the built-in look was used. ${fallback.message}`,
      ),
  );
}
