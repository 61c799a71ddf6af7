import { words } from '../i18n/words';
import elements from '../api/generated/mjml-elements.json';
import { type Edit, endOf, type Fix, offsetOf, type TemplateProblem } from './problems';
import { fixTexts } from './fix-words';
import { nearest } from './nearest';

type Maker = (text: string, at: number, message: string) => Fix | null;

const NOT_YET = /Did you mean ([^?\s]+)\?/;

/** The quick fixes for a problem. The service's own suggestion comes first. */
export function fixesFor(text: string, problem: TemplateProblem): readonly Fix[] {
  if (problem.snippet !== null) return [];
  const at = offsetOf(text, problem.line, problem.column);
  const makers = [suggested, ...(MAKERS[problem.code] ?? [])];
  const fixes = makers.map((make) => make(text, at, problem.message)).filter((fix) => fix !== null);
  return problem.code === 'illegal_value' ? [] : fixes;
}

/** Applies changes that do not overlap. */
export function applied(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((one, other) => other.from - one.from)
    .reduce((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);
}

const MAKERS: Readonly<Record<string, readonly Maker[]>> = {
  unclosed_element: [renameElement, closeElement],
  unclosed_block: [closeBlock],
  unexpected_end_tag: [removeTag],
  illegal_attribute: [renameAttribute, removeAttribute],
  alt_missing: [(text, at) => insertion(afterName(text, at), ' alt=""', words(fixTexts).addAlt)],
  single_brace: [doubleBraces],
  unescaped_variable: [twoBraces],
  insecure_address: [secureAddress],
  title_missing: [(text) => addToHead(text, 'title', '{{subject}}')],
  preview_missing: [(text) => addToHead(text, 'preview', '{{content}}')],
  unsubscribe_missing: [addUnsubscribe],
  main_link_missing: [addMainLink],
};

/** `There is no … X. Did you mean Y?`: Y in place of X, and in the end tag that goes with it. */
function suggested(text: string, at: number, message: string): Fix | null {
  const meant = NOT_YET.exec(message)?.[1]?.replaceAll(/[<>"/]/g, '');
  if (meant === undefined) return null;
  const [said = ''] = message.split('Did you mean');
  const names = [...said.matchAll(/[\w$@-][\w$@.-]*[\w$@-]/g)].map(([name]) => name);
  const line = text.slice(at, lineEnd(text, at));
  const [wrong] = names
    .map((name) => ({ name, from: line.indexOf(name) }))
    .filter(({ from }) => from >= 0)
    .sort((one, other) => one.from - other.from || other.name.length - one.name.length);
  if (wrong === undefined) return null;
  const edits = [{ from: at + wrong.from, to: at + wrong.from + wrong.name.length, insert: meant }];
  const isStart = text.startsWith(`<${wrong.name}`, at);
  const end = isStart ? text.indexOf(`</${wrong.name}>`, at) : -1;
  if (end >= 0) edits.push({ from: end + 2, to: end + 2 + wrong.name.length, insert: meant });
  return { label: words(fixTexts).change(meant), edits };
}

/** An element that is never closed may be misspelt. */
function renameElement(text: string, at: number): Fix | null {
  const name = /^<([\w-]+)/.exec(text.slice(at))?.[1] ?? '';
  const meant = Object.hasOwn(elements, name) ? null : nearest(name, Object.keys(elements));
  const edit = { from: at + 1, to: at + 1 + name.length, insert: meant ?? '' };
  return meant === null ? null : { label: words(fixTexts).change(meant), edits: [edit] };
}

/** Ends an element before the end of the surrounding one. */
function closeElement(text: string, at: number): Fix | null {
  const name = /^<([\w-]+)/.exec(text.slice(at))?.[1];
  if (name === undefined || (name.startsWith('mj') && !Object.hasOwn(elements, name))) return null;
  const place = endAround(text, at + 1);
  return place === null ? null : insertedLine(text, at, place, `</${name}>`);
}

/** Ends a handlebars block before the surrounding element ends. */
function closeBlock(text: string, at: number): Fix | null {
  const name = /^\{\{\{?[~]?#\s*([\w-]+)/.exec(text.slice(at))?.[1];
  if (name === undefined) return null;
  return insertedLine(text, at, endAround(text, at) ?? text.length, `{{/${name}}}`);
}

/** The end of the element around an offset; null without one. */
function endAround(text: string, at: number): number | null {
  let depth = 0;
  for (const tag of text.slice(at).matchAll(/<(\/?)([\w-]+)(?:"[^"]*"|'[^']*'|[^"'<>])*>/g)) {
    if (tag[0].endsWith('/>') || /^<(?:br|hr|img|input|meta|link)\b/.test(tag[0])) continue;
    depth += tag[1] === '/' ? -1 : 1;
    if (depth < 0) return at + tag.index;
  }
  return null;
}

/** An end tag before another one. If that has its own line, so has this one, indented like its start. */
function insertedLine(text: string, start: number, place: number, end: string): Fix {
  const label = words(fixTexts).insert(end);
  const from = lineStartIfBlank(text, place);
  if (from === place) return insertion(place, end, label);
  const [indent = ''] = /[ \t]*$/.exec(text.slice(0, start)) ?? [];
  return insertion(from, `${indent}${end}\n`, label);
}

function removeTag(text: string, at: number): Fix | null {
  const [tag] = /^<\/[\w-]+\s*>/.exec(text.slice(at, at + 200)) ?? [];
  return tag === undefined
    ? null
    : { label: words(fixTexts).remove(tag), edits: [{ from: at, to: at + tag.length, insert: '' }] };
}

function renameAttribute(text: string, at: number, message: string): Fix | null {
  const element = /<([\w-]+)>/.exec(message)?.[1] ?? '';
  const written = text.slice(at, endOf(text, at));
  const known = Object.hasOwn(elements, element)
    ? Object.keys(elements[element as keyof typeof elements].attributes)
    : [];
  const meant = nearest(written, known);
  return meant === null
    ? null
    : { label: words(fixTexts).change(meant), edits: [{ from: at, to: at + written.length, insert: meant }] };
}

function removeAttribute(text: string, at: number): Fix | null {
  const [written] = /^[\w:-]+\s*=\s*("[^"]*"|'[^']*')/.exec(text.slice(at)) ?? [];
  if (written === undefined) return null;
  const from = text[at - 1] === ' ' ? at - 1 : at;
  return {
    label: words(fixTexts).remove(endOf(text, at) > at ? text.slice(at, endOf(text, at)) : written),
    edits: [{ from, to: at + written.length, insert: '' }],
  };
}

function doubleBraces(text: string, at: number): Fix | null {
  const [written] = /^\{[^{}]+\}/.exec(text.slice(at)) ?? [];
  return written === undefined
    ? null
    : {
        label: words(fixTexts).change(`{${written}}`),
        edits: [{ from: at, to: at + written.length, insert: `{${written}}` }],
      };
}

function twoBraces(text: string, at: number): Fix | null {
  const [written] = /^\{\{\{[^{}]+\}\}\}/.exec(text.slice(at)) ?? [];
  const insert = written?.slice(1, -1) ?? '';
  return written === undefined
    ? null
    : { label: words(fixTexts).change(insert), edits: [{ from: at, to: at + written.length, insert }] };
}

function secureAddress(text: string, at: number): Fix | null {
  const from = text.indexOf('http:', at);
  return from === -1 || from > lineEnd(text, at)
    ? null
    : { label: words(fixTexts).change('https:'), edits: [{ from, to: from + 5, insert: 'https:' }] };
}

function addToHead(text: string, what: 'title' | 'preview', value: string): Fix | null {
  const isMjml = /<mjml\b/.test(text);
  if (!isMjml && what === 'preview') return null;
  const [start, end] = isMjml ? [`<mj-${what}>`, `</mj-${what}>`] : [`<${what}>`, `</${what}>`];
  const head = /<(?:mj-)?head\b[^>]*>/.exec(text);
  const line = `${start}${value}${end}`;
  if (head !== null)
    return insertion(head.index + head[0].length, `\n    ${line}`, words(fixTexts).insert(start));
  const root = /<(?:mjml|html)\b[^>]*>/.exec(text);
  const name = isMjml ? 'mj-head' : 'head';
  const whole = `\n  <${name}>\n    ${line}\n  </${name}>`;
  return root === null ? null : insertion(root.index + root[0].length, whole, words(fixTexts).insert(start));
}

function addUnsubscribe(text: string): Fix | null {
  // For emails in either language, like the texts of the starters.
  const said = '{{#if (eq language "sv")}}Avregistrera dig{{else}}Unsubscribe{{/if}}';
  const link = `<a href="{{unsubscribeUrl}}">${said}</a>`;
  return addSection(text, `{{#if unsubscribeUrl}}${link}{{/if}}`, words(fixTexts).addUnsubscribe);
}

function addMainLink(text: string, _at: number, message: string): Fix | null {
  const link = /\{\{([\w.]+)\.href\}\}/.exec(message)?.[1] ?? 'link';
  return addSection(text, `<a href="{{${link}.href}}">{{${link}.text}}</a>`, words(fixTexts).addMainLink);
}

/** A line of text at the end of the email. */
function addSection(text: string, content: string, label: string): Fix | null {
  const end = text.search(/<\/mj-body>/);
  if (end >= 0) {
    const cell = `<mj-column>\n        <mj-text align="center">${content}</mj-text>\n      </mj-column>`;
    return insertion(
      lineStartIfBlank(text, end),
      `    <mj-section>\n      ${cell}\n    </mj-section>\n`,
      label,
    );
  }
  const last = text.search(/<\/body>/i);
  return insertion(last === -1 ? text.length : last, `<p>${content}</p>\n`, label);
}

function insertion(from: number, insert: string, label: string): Fix {
  return { label, edits: [{ from, to: from, insert }] };
}

function afterName(text: string, at: number): number {
  return endOf(text, at);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** The start of the line, if only blanks come before the offset. */
function lineStartIfBlank(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, at).trim() === '' ? start : at;
}
