import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { snippetCompletion } from '@codemirror/autocomplete';
import { htmlCompletionSource } from '@codemirror/lang-html';
import elements from '../../api/generated/mjml-elements.json';
import { said } from '../../i18n/said';
import { words } from '../../i18n/words';
import { type Known, shownValue } from './known';
import { mjmlMeanings } from './mjml-words';

interface Attribute {
  readonly type: string;
  readonly usual: string | null;
}
interface Element {
  readonly children: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}
const MJML: Readonly<Record<string, Element>> = elements;
/** Elements whose content is HTML. */
const HOLDS_HTML = new Set(['mj-text', 'mj-table', 'mj-raw', 'mj-button', 'mj-accordion-text']);
const REACH = 4000;

/** Completes handlebars everywhere, and elements and attributes of MJML or HTML elsewhere. */
export function completionsFor(isMjml: () => boolean, known: () => Known) {
  return (context: CompletionContext): CompletionResult | Promise<CompletionResult | null> | null => {
    const inBraces = context.matchBefore(/\{\{[^{}]*$/);
    if (inBraces !== null) return inExpression(context, inBraces.text, known());
    if (!isMjml()) return htmlCompletionSource(context);
    const before = context.state.sliceDoc(Math.max(0, context.pos - REACH), context.pos);
    const tag = /<(\/?)([\w-]*)$/.exec(before);
    if (tag !== null) return elementsAt(context, before, tag[1] === '/', tag[2] ?? '');
    return attributesAt(context, before);
  };
}

function inExpression(context: CompletionContext, text: string, known: Known): CompletionResult | null {
  const [word = ''] = /[\w.$@-]*$/.exec(text) ?? [];
  const from = context.pos - word.length;
  if (/>\s*[\w$-]*$/.test(text)) return { from, options: known.snippets.map(snippetOption) };
  const opening = /\{\{[{~]?([#/]?)\s*[\w.$-]*$/.exec(text);
  const isBlock = opening?.[1] === '#';
  if (opening?.[1] === '/')
    return { from, options: known.helpers.filter((one) => one.isBlock).map(nameOption) };
  const helpers = known.helpers
    .filter((helper) => helper.isBlock === isBlock)
    .map((helper) => (isBlock ? blockOption(helper) : nameOption(helper)));
  const variables = isBlock
    ? []
    : known.variables.map(({ path, meaning, sample, isRequired }) => ({
        label: path,
        type: 'variable',
        detail: shownValue(sample).slice(0, 36),
        info: said(meaning),
        boost: isRequired ? 2 : 1,
      }));
  return { from, options: [...variables, ...helpers], validFor: /^[\w.$@-]*$/ };
}

function snippetOption({ name, data }: Known['snippets'][number]): Completion {
  return { label: name, type: 'namespace', info: data.slice(0, 240) };
}

function nameOption({ name, signature, meaning }: Known['helpers'][number]): Completion {
  return { label: name, type: 'function', detail: signature, info: said(meaning) };
}

/** With its end tag, and the cursor in between. */
function blockOption({ name, meaning, signature }: Known['helpers'][number]): Completion {
  const base = { label: name, type: 'keyword', detail: signature, info: said(meaning) };
  return snippetCompletion(`${name} \${value}}}\n  \${}\n{{/${name}`, base);
}

function elementsAt(
  context: CompletionContext,
  before: string,
  isEnd: boolean,
  written: string,
): CompletionResult | Promise<CompletionResult | null> | null {
  const parent = openElement(before.slice(0, before.length - written.length - (isEnd ? 2 : 1)));
  const from = context.pos - written.length;
  if (isEnd)
    return parent === null ? null : { from, options: [{ label: parent, type: 'type', apply: `${parent}>` }] };
  if (parent !== null && HOLDS_HTML.has(parent)) return htmlCompletionSource(context);
  const children = (parent === null ? null : MJML[parent]?.children) ?? Object.keys(MJML);
  const t = words(mjmlMeanings);
  const options = children.map((name): Completion => {
    const info = Object.hasOwn(t, name) ? t[name as keyof typeof t] : '';
    const isEmpty = ['mj-image', 'mj-divider', 'mj-spacer', 'mj-carousel-image'].includes(name);
    const usual = name === 'mj-image' ? ' src="${}" alt="${}"' : '';
    const text = isEmpty ? `${name}${usual} />` : `${name}>\${}</${name}>`;
    return snippetCompletion(text, { label: name, type: 'type', info });
  });
  return { from, options, validFor: /^[\w-]*$/ };
}

function attributesAt(context: CompletionContext, before: string): CompletionResult | null {
  const open = /<([\w-]+)((?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s+([\w:-]*)$/.exec(before);
  if (open !== null) {
    const [, name = '', written = '', word = ''] = open;
    const taken = new Set([...written.matchAll(/([\w:-]+)\s*=/g)].map(([, each]) => each));
    const options = Object.entries(attributesOf(name))
      .filter(([attribute]) => !taken.has(attribute))
      .map(([attribute, { type, usual }]) =>
        snippetCompletion(`${attribute}="\${}"`, {
          label: attribute,
          type: 'property',
          detail: usual ?? readable(type),
          info: readable(type),
        }),
      );
    return { from: context.pos - word.length, options, validFor: /^[\w:-]*$/ };
  }
  const value = /<([\w-]+)\s[^<>]*?([\w-]+)="([^"{}]*)$/.exec(before);
  const { type = '' } = attributesOf(value?.[1] ?? '')[value?.[2] ?? ''] ?? {};
  const choices =
    /^enum\(([^)]*)\)/.exec(type)?.[1]?.split(',') ?? (type === 'boolean' ? ['true', 'false'] : []);
  if (value === null || choices.length === 0) return null;
  const options = choices.map((label) => ({ label, type: 'constant' }));
  return { from: context.pos - (value[3] ?? '').length, options };
}

function attributesOf(name: string): Readonly<Record<string, Attribute>> {
  const general = {
    'mj-class': { type: 'string', usual: null },
    'css-class': { type: 'string', usual: null },
  };
  const own = MJML[name]?.attributes;
  return own === undefined ? {} : { ...own, ...general };
}

/** Formats `unit(px,%){1,4}` for people. */
function readable(type: string): string {
  const [, units] = /^unit\w*\(([^)]*)\)/.exec(type) ?? [];
  if (units !== undefined) return units.split(',').filter(Boolean).join(', ');
  return /^enum\(([^)]*)\)/.exec(type)?.[1]?.split(',').join(' | ') ?? type;
}

/** The innermost element that is open at the end of a text. */
function openElement(text: string): string | null {
  const open: string[] = [];
  for (const [, slash, name = '', rest = ''] of text.matchAll(
    /<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/g,
  )) {
    if (slash === '/') open.splice(Math.max(0, open.lastIndexOf(name)));
    else if (!rest.endsWith('/')) open.push(name);
  }
  return open.at(-1) ?? null;
}
