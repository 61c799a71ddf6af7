import type { Mode } from './tracker-state.js';

/** Elements whose content is text up to their own end tag. */
export const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'title']);

/** Elements whose content parsers read differently. */
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

/** Modes in which a value affects what a tag is or where it ends. */
export const SHAPES_TAGS: ReadonlySet<Mode> = new Set([
  'opening',
  'name',
  'attribute',
  'equals',
  'unquoted',
  'declaration',
]);
