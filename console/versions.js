/** @import { EmailTemplate, Surroundings, TemplateVersion } from './types.d.ts' */
import { actionButton, perform } from './controls.js';
import { element, fill, textBlock } from './dom.js';
import { pagedList } from './paged-list.js';
import { time } from './words.js';

const PAGE = 50;

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
  const itemOf = (/** @type {TemplateVersion} */ { number, name, type, parser, createdAt }) => {
    const version = `${path}/versions/${number}`;
    const restore = async () => {
      const { body, tag } = await api.call('POST', `${version}/restore`, { ifMatch: tagOf() });
      restored(body, tag);
      await list.load();
      notices.tell(`The template has been restored to version ${number}.`);
    };
    const look = async () => fill(text, (await api.call('GET', version)).body.data);
    const text = textBlock(`Text of version ${number}`, '');
    // It comes when it is looked at: each may be large.
    const toggle = () => void (text.textContent === '' && perform(surroundings, text, look));
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
          `, ${name ?? 'without a name'}, ${type}`,
          parser && ` with ${parser}`,
        ),
      ),
      element('details', { toggle }, element('summary', {}, 'Text'), text),
      element(
        'div',
        { class: 'actions' },
        actionButton(surroundings, 'Restore', restore, { about: `Version ${number}` }),
      ),
    );
  };
  const list = pagedList(surroundings, {
    path: `${path}/versions`,
    limit: PAGE,
    none: 'There are none.',
    itemOf,
  });
  return {
    element: element('section', {}, element('h2', {}, 'Versions'), list.element),
    load: list.load,
  };
}
