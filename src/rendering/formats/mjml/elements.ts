import { similarName } from '../../../shared/domain/similar-name.js';

/** Elements whose content MJML treats as HTML, up to their end tag. */
export const HOLDS_HTML: ReadonlySet<string> = new Set([
  'mj-accordion-text',
  'mj-accordion-title',
  'mj-breakpoint',
  'mj-button',
  'mj-carousel-image',
  'mj-navbar-link',
  'mj-preview',
  'mj-raw',
  'mj-social-element',
  'mj-style',
  'mj-table',
  'mj-text',
  'mj-title',
]);
/** Elements that contain only elements or nothing. MJML drops text directly in them. */
export const HOLDS_NO_TEXT: ReadonlySet<string> = new Set([
  'mjml',
  'mj-head',
  'mj-body',
  'mj-attributes',
  'mj-html-attributes',
  'mj-selector',
  'mj-wrapper',
  'mj-section',
  'mj-group',
  'mj-column',
  'mj-hero',
  'mj-accordion',
  'mj-accordion-element',
  'mj-carousel',
  'mj-navbar',
  'mj-social',
  'mj-divider',
  'mj-image',
  'mj-spacer',
]);
const KNOWN = [...HOLDS_HTML, ...HOLDS_NO_TEXT, 'mj-all', 'mj-class', 'mj-font', 'mj-html-attribute'];
/** HTML elements that authors write by mistake, and MJML's elements for them. */
const OWN: ReadonlyMap<string, string> = new Map([
  ['title', 'A title belongs in an mj-title.'],
  ['style', 'Styles belong in an mj-style.'],
  ['img', 'An image is an mj-image, or belongs in an mj-text.'],
  ['hr', 'A line is an mj-divider, or belongs in an mj-text.'],
  ['head', 'The head of MJML is mj-head.'],
  ['body', 'The body of MJML is mj-body.'],
]);

/** Elements of earlier versions of MJML and of well-known extensions, and what to write instead. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['mj-container', 'Since MJML 4 its content belongs in mj-body, and so do its attributes.'],
  ['mj-inline-links', 'Since MJML 4 it is called mj-navbar.'],
  ['mj-link', 'Since MJML 4 it is called mj-navbar-link.'],
  ['mj-html', 'Since MJML 2 it is called mj-raw.'],
  ['mj-list', 'Since MJML 4 a list is a <ul> in an mj-text.'],
  ['mj-invoice', 'Since MJML 4 an invoice is an mj-table.'],
  ['mj-invoice-item', 'Since MJML 4 it is a <tr> in an mj-table.'],
  ['mj-location', 'Since MJML 4 a place is a link in an mj-text.'],
  ['mj-chart', 'Use an mj-image of the chart.'],
]);

/** Matches an HTML page or fragment. */
const HTML = /<(?:!doctype\s+html|html|head|body|table|div|p|h[1-6]|span|a|center|style|title|ul)[\s>]/i;

/** The message for markup without an <mjml>. */
export function missingRoot(markup: string): string {
  return HTML.test(markup)
    ? 'This is HTML: set type to html.'
    : 'An MJML template is one <mjml> element: write <mjml> at its beginning and </mjml> at its end.';
}

/** The message for an element that MJML does not have. */
export function unknownElement(name: string): string {
  if (!name.startsWith('mj')) {
    const instead = OWN.get(name) ?? 'HTML belongs in an mj-text, mj-table or mj-raw.';
    return `<${name}> is not an MJML element and would not be sent. ${instead}`;
  }
  const former = FORMER.get(name);
  if (former !== undefined) return `There is no MJML element <${name}>. ${former}`;
  const meant = similarName(name, KNOWN);
  return `There is no MJML element <${name}>.${meant === null ? '' : ` Did you mean <${meant}>?`}`;
}

/** The message for an element in one that cannot hold it. */
export function misplaced(name: string, parent: string, allowed: readonly string[]): string {
  // mj-attributes accepts every element, but is never what the author means.
  const places = allowed.filter((each) => each !== 'mj-attributes').map((each) => `<${each}>`);
  const listed = [places.slice(0, -1).join(', '), ...places.slice(-1)].filter((each) => each !== '');
  return `<${name}> belongs in ${listed.join(' or ') || '<mj-attributes>'}, not in <${parent}>.`;
}

export function unclosedElement(name: string): string {
  const isAlone = name === 'mj-image' || name === 'mj-divider' || name === 'mj-spacer';
  return `<${name}> is never closed: write ${isAlone ? '/> at the end of the tag' : `</${name}> where it ends`}.`;
}

/** True if MJML has the element. */
export function isKnownElement(name: string): boolean {
  return KNOWN.includes(name);
}

/** True if a tag name is probably a misspelling of another. */
export function isMisspelt(name: string, meant: string): boolean {
  return (!KNOWN.includes(name) || !KNOWN.includes(meant)) && similarName(name, [meant]) !== null;
}

/** The message for an end tag without a start tag. */
export function unexpectedEnd(name: string): string {
  if (KNOWN.includes(name)) {
    return `</${name}> closes nothing: remove it, or write <${name}> where the element begins.`;
  }
  const meant = similarName(name, KNOWN);
  return `</${name}> closes nothing. ${meant === null ? 'Remove it.' : `Did you mean </${meant}>?`}`;
}
