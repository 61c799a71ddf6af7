/** An element in the structure of the email. */
export interface OutlineEntry {
  readonly name: string;
  /** The start of its text, its address, or its condition. */
  readonly about: string;
  readonly depth: number;
  readonly line: number;
}

const SHOWN_OF_HTML = new Set([
  'body',
  'table',
  'h1',
  'h2',
  'h3',
  'p',
  'a',
  'img',
  'ul',
  'ol',
  'header',
  'footer',
  'section',
  'div',
]);
const HIDDEN = new Set(['mjml', 'mj-all', 'mj-class']);
const TAG =
  /<!--[\s\S]*?-->|<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>|\{\{([#/])\s*(\w+)([^{}]*)\}\}/g;
const MOST = 400;

/** The elements and blocks of a text, in order, indented by their depth. */
export function outlineOf(text: string, type: string): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let depth = 0;
  let line = 1;
  let last = 0;
  for (const { index, ...match } of text.matchAll(TAG)) {
    const [whole, slash, name = '', rest = '', sign, block = '', condition = ''] = Object.values(
      match,
    ) as string[];
    line += newLines(text.slice(last, index));
    last = index;
    if (sign !== undefined) {
      if (sign === '/') depth -= 1;
      else entries.push({ name: `#${block}`, about: condition.trim(), depth, line });
      if (sign === '#') depth += 1;
      continue;
    }
    const isShown = type === 'mjml' ? name.startsWith('mj-') && !HIDDEN.has(name) : SHOWN_OF_HTML.has(name);
    if (!isShown) continue;
    if (slash === '/') depth -= 1;
    else {
      entries.push({ name, about: aboutOf(text, index + (whole?.length ?? 0), rest), depth, line });
      if (!rest.endsWith('/') && name !== 'img') depth += 1;
    }
    if (entries.length >= MOST) break;
  }
  return entries.map((entry) => ({ ...entry, depth: Math.max(0, entry.depth) }));
}

function aboutOf(text: string, from: number, attributes: string): string {
  const [content = ''] = /^(?:(?!\{\{(?:[#/]|else))[^<])*/.exec(text.slice(from, from + 80)) ?? [];
  const [, address = ''] = /\b(?:src|href)="([^"]*)"/.exec(attributes) ?? [];
  return content.replaceAll(/\s+/g, ' ').trim() || address;
}

function newLines(text: string): number {
  return text.split('\n').length - 1;
}
