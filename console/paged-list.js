/** @import { Surroundings } from './types.d.ts' */
import { actionButton } from './controls.js';
import { element, fill } from './dom.js';

/** Most items that the service answers with. */
const MAX = 500;

/**
 * A list of the service, which grows by a page when more is asked for. `load()` shows it from its
 * beginning, the first time as far as it was shown when the view was left.
 *
 * @template Item
 * @param {Surroundings} surroundings
 * @param {{ path: string, limit: number, none?: string, itemOf: (item: Item) => HTMLLIElement }} options `none`: what
 *   is said when there is nothing; without it the section around the list is not shown then
 * @returns {{ element: HTMLElement, load: () => Promise<void> }}
 */
export function pagedList(surroundings, { path, limit, none = '', itemOf }) {
  const list = element('ul', { class: 'list' });
  const rest = element('div', { class: 'rest' });

  /**
   * @param {string | null} cursor
   * @param {number} count
   */
  const append = async (cursor, count = limit) => {
    const query = new URLSearchParams({ limit: String(count), ...(cursor !== null && { cursor }) });
    const { body, next } = await surroundings.api.call(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}${query}`,
    );
    const items = body.map(itemOf);
    if (cursor === null) list.replaceChildren();
    list.append(...items);
    if (cursor !== null) items[0]?.querySelector('a, button, h3')?.focus();
    list.hidden = list.childElementCount === 0;
    const more = next !== null && actionButton(surroundings, 'Show more', () => append(next));
    fill(rest, list.hidden && element('p', { class: 'empty' }, none), more);
    whole.hidden = list.hidden && none === '';
  };

  let before = Math.min(surroundings.items, MAX);
  const load = async () => {
    await append(null, Math.max(limit, before));
    before = 0;
  };
  const whole = element('div', { class: 'paged' }, list, rest);
  return { element: whole, load };
}
