/** @import { EmailTemplate, Surroundings } from './types.d.ts' */
import { actionButton } from './controls.js';
import { element, heading } from './dom.js';
import { pagedList } from './paged-list.js';
import { addressOf } from './place.js';
import { templateName, time } from './words.js';

const PATH = '/partner/emailTemplate';
/** Templates come whole, and each may be large. */
const PAGE = 20;

/**
 * The email templates, and below them the deleted ones.
 *
 * @param {Surroundings} surroundings
 */
export async function templatesView(surroundings) {
  const load = async () => void (await Promise.all([present.load(), deleted.load()]));
  const present = pagedList(surroundings, {
    path: PATH,
    limit: PAGE,
    none:
      'There are no templates yet, so emails use the default template. A template gives them your own design: ' +
      'make one, then assign it to a kind of email.',
    itemOf: (/** @type {EmailTemplate} */ template) => presentItem(surroundings, load, template),
  });
  const deleted = pagedList(surroundings, {
    path: `${PATH}?deleted=true`,
    limit: PAGE,
    itemOf: (/** @type {EmailTemplate} */ template) => deletedItem(surroundings, load, template),
  });
  await load();
  return [
    heading(
      'Email templates',
      element('a', { class: 'button primary', href: addressOf('templates', 'new') }, 'New template'),
    ),
    element('section', {}, element('h2', { class: 'unseen' }, 'Templates'), present.element),
    element('section', {}, element('h2', {}, 'Deleted'), deleted.element),
  ];
}

/**
 * @param {Surroundings} surroundings
 * @param {() => Promise<void>} load
 * @param {EmailTemplate} template
 * @returns {HTMLLIElement}
 */
function presentItem(surroundings, load, template) {
  const { api, notices } = surroundings;
  const about = templateName(template);
  const remove = async () => {
    await api.call('DELETE', `${PATH}/${template.id}`);
    await load();
    notices.tell(`Deleted ${about}.`, {
      label: 'Undo',
      act: () => void undo(surroundings, load, template).catch((error) => notices.warn(error)),
    });
  };
  return element(
    'li',
    { class: 'card' },
    headOf(template),
    element(
      'div',
      { class: 'actions' },
      element(
        'a',
        { class: 'button', href: addressOf('templates', template.id), 'aria-label': `Edit: ${about}` },
        'Edit',
      ),
      actionButton(surroundings, 'Delete', remove, { class: 'danger', about }),
    ),
  );
}

/**
 * @param {Surroundings} surroundings
 * @param {() => Promise<void>} load
 * @param {EmailTemplate} template
 * @returns {HTMLLIElement}
 */
function deletedItem(surroundings, load, template) {
  const restore = () => undo(surroundings, load, template);
  return element(
    'li',
    { class: 'card' },
    headOf(template),
    element(
      'div',
      { class: 'actions' },
      actionButton(surroundings, 'Undo', restore, { about: templateName(template) }),
    ),
  );
}

/**
 * @param {Surroundings} surroundings
 * @param {() => Promise<void>} load
 * @param {EmailTemplate} template
 */
async function undo({ api, notices }, load, template) {
  await api.call('PATCH', `${PATH}/${template.id}`);
  await load();
  notices.tell(`${templateName(template)} is back.`);
}

/** @param {EmailTemplate} template */
function headOf(template) {
  const { id, type, parser, updatedAt } = template;
  const language = parser === null ? type : `${type} with ${parser}`;
  return element(
    'div',
    { class: 'card-head' },
    element('h3', {}, templateName(template), ' ', element('span', { class: 'dim' }, `#${id}`)),
    element('p', { class: 'dim' }, language, ', changed ', time(updatedAt)),
  );
}
