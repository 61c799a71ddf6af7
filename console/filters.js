/** @import { Surroundings } from './types.d.ts' */
import { actionForm } from './controls.js';
import { element } from './dom.js';
import { field, input, select } from './fields.js';
import { forInput, fromInput } from './local-time.js';
import { addressOf } from './place.js';

/**
 * @typedef {object} Filter
 * @property {string} name of the parameter, in the address and of the service
 * @property {string} label
 * @property {readonly (readonly [value: string, label: string])[] | 'text' | 'id' | 'time'} kind a choice, or what is
 *   written
 * @property {boolean} [isRare] shown only when more filters are asked for
 */

/** The ids of PostgreSQL's integers. */
const MAX_ID = '2147483647';

/**
 * The filters of a list. They are part of the address, so that it can be kept, shared and gone back to.
 *
 * @param {Surroundings} surroundings
 * @param {string} view
 * @param {readonly Filter[]} filters
 * @param {() => Promise<void>} load shows the list anew, for whoever chooses what is chosen already
 * @returns {HTMLFormElement}
 */
export function filterForm(surroundings, view, filters, load) {
  const chosen = chosenIn(surroundings.parameters, filters);
  const fields = filters.map((filter) => {
    const control = controlFor(filter, chosen.get(filter.name) ?? '');
    return { ...filter, control, element: field(filter.label, control) };
  });
  const rare = fields.filter(({ isRare = false }) => isRare);
  const apply = async () => {
    const values = fields.map(
      ({ name, kind, control: { value } }) =>
        /** @type {const} */ ([name, kind === 'time' ? fromInput(value) : value.trim()]),
    );
    const address = addressOf(view, null, Object.fromEntries(values));
    if (address === location.hash) await load();
    else location.assign(address);
  };
  return actionForm(
    surroundings,
    { class: 'filters', role: 'search', 'aria-label': 'Filter' },
    apply,
    element(
      'div',
      { class: 'row-form' },
      ...fields.filter(({ isRare = false }) => !isRare).map((one) => one.element),
      element('button', {}, 'Filter'),
      chosen.size > 0 && element('a', { href: addressOf(view) }, 'Clear'),
    ),
    element(
      'details',
      { open: rare.some(({ name }) => chosen.has(name)) },
      element('summary', {}, 'More filters'),
      element('div', { class: 'row-form' }, ...rare.map((one) => one.element)),
    ),
  );
}

/**
 * What the address says of these filters, as the service takes it.
 *
 * @param {URLSearchParams} parameters
 * @param {readonly Filter[]} filters
 * @returns {URLSearchParams}
 */
export function chosenIn(parameters, filters) {
  const names = new Set(filters.map(({ name }) => name));
  return new URLSearchParams([...parameters].filter(([name, value]) => names.has(name) && value !== ''));
}

/**
 * @param {Filter} filter
 * @param {string} chosen
 */
function controlFor({ name, kind }, chosen) {
  if (kind === 'text') return input(name, 'text', chosen, { maxlength: '255' });
  if (kind === 'id') return input(name, 'number', chosen, { min: '1', max: MAX_ID, step: '1' });
  if (kind === 'time') return input(name, 'datetime-local', forInput(chosen), { step: '1' });
  const isListed = chosen === '' || kind.some(([value]) => value === chosen);
  const unlisted = isListed ? [] : [/** @type {const} */ ([chosen, chosen])];
  return select(name, [['', 'Any'], ...kind, ...unlisted], chosen);
}
