/** @typedef {Node | string | number | null | false} Child What stands in an element; null and false leave nothing. */
/** @typedef {string | number | boolean | null | ((event: Event) => void)} Attribute */

/**
 * An element with attributes, listeners (functions under the name of their event) and children. Strings become text
 * nodes: whatever they hold, it is shown and never read as markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Attribute>} [attributes] true sets one without a value; false and null leave it out
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...shown(children));
  return made;
}

/**
 * Puts other children in the place of those that an element has.
 *
 * @param {Element} parent
 * @param {Child[]} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...shown(children));
}

/**
 * An element of the page that is always there.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/**
 * A form field under its label.
 *
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @returns {HTMLLabelElement}
 */
export function field(label, control) {
  return element('label', { class: 'field' }, element('span', {}, label), control);
}

/**
 * A choice among few.
 *
 * @param {string} name
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} chosen
 * @returns {HTMLSelectElement}
 */
export function select(name, options, chosen) {
  const choices = options.map(([value, label]) =>
    element('option', { value, selected: value === chosen }, label),
  );
  return element('select', { name }, ...choices);
}

/**
 * Names and what they stand for, for what there is.
 *
 * @param {readonly (readonly [name: string, content: Child])[]} facts
 * @returns {HTMLDListElement}
 */
export function facts(facts) {
  const known = facts.filter(([, content]) => content !== null && content !== false);
  return element(
    'dl',
    { class: 'facts' },
    ...known.map(([name, content]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, content)),
    ),
  );
}

/** @param {Child[]} children */
function shown(children) {
  return children
    .filter((child) => child !== null && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
