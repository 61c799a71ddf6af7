import { compile, type FormatCallback } from 'html-to-text';

/** No email nests deeper; deeper markup would exhaust the stack. */
const MAX_DEPTH = 500;

const row: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const imageText: FormatCallback = (element, _walk, builder) => {
  const { alt } = element.attribs as Readonly<Record<string, string | undefined>>;
  if (alt !== undefined) builder.addInline(alt);
};

/** A link whose text is its address. */
const REPEATED_ADDRESS = /(?<=^|\s)(\S+) <\1>/gm;

/** Nested layout tables leave several blank lines between paragraphs. */
const BLANK_LINES = /\n(?:[^\S\n]*\n){2,}/g;

/**
 * The HTML as plain text. Cells are separated by a blank and rows by a line break, because most tables of emails are there
 * for layout. Links are followed by their address.
 */
export function textOf(html: string): string {
  return tidied(wordsOf(html));
}

/** Shows a link once if its text is its address, and leaves at most one blank line. */
export function tidied(words: string): string {
  const once = words.includes(' <') ? words.replace(REPEATED_ADDRESS, '$1') : words;
  return once.replace(BLANK_LINES, '\n\n');
}

/** Text and link addresses, before `tidied`. The output around a word does not depend on the word. */
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
    // The preview text is hidden like this: it is for the list of emails.
    { selector: '[style*="display:none"]', format: 'skip' },
    { selector: '[style*="display: none"]', format: 'skip' },
  ],
});
