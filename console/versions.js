/** @import { EmailTemplate, Surroundings, TemplateVersion } from './types.d.ts' */
import { actionButton } from './controls.js';
import { element } from './dom.js';
import { pagedList } from './paged-list.js';
import { time } from './words.js';

/** Versions come whole, and each may be large. */
const PAGE = 20;

/**
 * What a template has been, to be looked at and restored.
 *
 * @param {Surroundings} surroundings
 * @param {string} path of the template
 * @param {() => string | null} tagOf the state of the template that is shown, which must not have changed meanwhile
 * @param {(template: EmailTemplate, tag: string | null) => void} restored told what the template has become
 * @returns {{ element: HTMLElement, load: () => Promise<void> }}
 */
export function versionsOf(surroundings, path, tagOf, restored) {
  const { api, notices } = surroundings;
  const itemOf = (/** @type {TemplateVersion} */ { number, name, type, parser, data, createdAt }) => {
    const restore = async () => {
      const options = { ifMatch: tagOf() };
      const { body, tag } = await api.call('POST', `${path}/versions/${number}/restore`, options);
      restored(body, tag);
      await list.load();
      notices.tell(`The template is what it was in version ${number}.`);
    };
    return element(
      'li',
      { class: 'card' },
      element(
        'div',
        { class: 'card-head' },
        element('h3', {}, `Version ${number}`),
        element(
          'p',
          { class: 'dim' },
          time(createdAt),
          `, ${name ?? 'without a name'}, `,
          type,
          parser && ` with ${parser}`,
        ),
      ),
      element(
        'details',
        {},
        element('summary', {}, 'Text'),
        element('pre', { tabindex: '0', 'aria-label': `Text of version ${number}` }, data),
      ),
      element(
        'div',
        { class: 'actions' },
        actionButton({ notices }, 'Restore', restore, { about: `Version ${number}` }),
      ),
    );
  };
  const list = pagedList(surroundings, {
    path: `${path}/versions`,
    limit: PAGE,
    none: 'There are none.',
    itemOf,
  });
  return { element: element('section', {}, element('h2', {}, 'Versions'), list.element), load: list.load };
}
