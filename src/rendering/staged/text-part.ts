import { compile, type FormatCallback } from 'html-to-text';

/** No email is nested deeper, and deeper markup would exhaust the stack. */
const MAX_DEPTH = 500;

const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** Rows with one cell are there for the layout, and their content is a paragraph. */
const row: FormatCallback = (element, walk, builder) => {
  const cells = element.children.filter(({ name = '' }) => CELLS.has(name));
  const breaks = cells.length === 1 ? 2 : 1;
  builder.openBlock({ leadingLineBreaks: breaks });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: breaks });
};

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const imageText: FormatCallback = (element, _walk, builder) => {
  const { alt } = element.attribs as Readonly<Record<string, string | undefined>>;
  if (alt !== undefined) builder.addInline(alt);
};

/** Matches a link whose text is its address. */
const REPEATED_ADDRESS = /(?<=^|\s)(\S+) <\1>/gm;

/** Matches the address of a link that is followed by another word. */
const TOUCHING_ADDRESS = /( <[a-z][a-z\d+.-]*:[^\s<>]*>)(?=[\p{L}\p{N}<])/giu;

/** Matches a telephone number that is followed by a link's address. */
const NUMBER_AND_ADDRESS = /([+\d][\d\u00A0 ()/.-]{3,40}) <tel:([^\s<>]*)>/g;

/** Matches the many blank lines that nested layout tables leave between paragraphs. */
const BLANK_LINES = /\n(?:[^\S\n]*\n){2,}/g;

/**
 * Converts HTML to plain text. Separates cells by blanks and rows by line breaks, or by blank lines if they have one cell,
 * because most tables in emails are for layout. Adds the addresses of links.
 */
export function textOf(html: string): string {
  return tidied(wordsOf(html));
}

/** Removes repeated addresses of links and surplus blank lines. */
export function tidied(words: string): string {
  return (words.includes(' <') ? tidiedLinks(words) : words).replace(BLANK_LINES, '\n\n');
}

function tidiedLinks(words: string): string {
  const apart = words.replace(REPEATED_ADDRESS, '$1').replace(TOUCHING_ADDRESS, '$1 ');
  if (!apart.includes('<tel:')) return apart;
  return apart.replace(NUMBER_AND_ADDRESS, (whole, shown: string, number: string) =>
    shown.replace(/\D/g, '') === number.replace(/\D/g, '') ? shown : whole,
  );
}

/** Extracts text and link addresses, before `tidied`. The output around a word does not depend on the word. */
export const wordsOf: (html: string) => string = compile({
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH, ellipsis: '…' },
  formatters: { row, cell, imageText },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['<', '>'] } },
    { selector: 'img', format: 'imageText' },
    { selector: 'table', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'tr', format: 'row' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'title', format: 'skip' },
    // Skips the hidden preview text, which is meant for the list of emails.
    { selector: '[style*="display:none"]', format: 'skip' },
    { selector: '[style*="display: none"]', format: 'skip' },
  ],
});
