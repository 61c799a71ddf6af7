import type { Mode } from './tracker-state.js';

/** Elements whose content is text up to their own end tag. */
export const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'title']);

/** Elements whose content parsers read in different ways. */
export const PARSED_DIFFERENTLY: ReadonlySet<string> = new Set([
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
  'template',
  'svg',
  'math',
]);

/** The modes in which a value decides what a tag is, or where it ends. */
export const SHAPES_TAGS: ReadonlySet<Mode> = new Set([
  'opening',
  'name',
  'attribute',
  'equals',
  'unquoted',
  'declaration',
]);
