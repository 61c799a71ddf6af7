/** @typedef {Node | string | number | null | false} Child The content of an element; null and false leave nothing. */
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
 * A text as it is, which can be scrolled by keyboard.
 *
 * @param {string} label
 * @param {string} text
 */
export function textBlock(label, text) {
  return element('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text);
}

/**
 * The heading of a view, with what can be done about all of it beside it.
 *
 * @param {string} text
 * @param {Child[]} actions
 * @returns {HTMLDivElement}
 */
export function heading(text, ...actions) {
  return element(
    'div',
    { class: 'heading' },
    element('h1', { tabindex: '-1' }, text),
    ...(actions.length > 0 ? [element('div', { class: 'actions' }, ...actions)] : []),
  );
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
