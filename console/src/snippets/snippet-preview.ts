import type { TemplateProblem } from '../templates/problems';
import type { Source } from '../templates/source';

/** Warnings that do not apply to a snippet alone, without the surrounding template and its values. */
const OF_TEMPLATES: ReadonlySet<string> = new Set([
  'unknown_variable',
  'main_link_missing',
  'unsubscribe_missing',
  'title_missing',
  'preview_missing',
]);
const BLOCK = /\{\{>\s*@partial-block\s*\}\}/g;

/** A template around a snippet, to show it alone. The snippet begins in its second line. */
export function previewSource(data: string, type: Source['type']): Omit<Source, 'name'> {
  const text = data.replaceAll(BLOCK, '<!-- … -->');
  const [before, after] = type === 'mjml' ? aroundMjml(text) : ['', ''];
  return { type, parser: 'hbs', data: `${before}\n${text}\n${after}`, inlineStyles: true };
}

/** The problems of the snippet itself, at its own lines. */
export function ownProblems(problems: readonly TemplateProblem[], data: string): readonly TemplateProblem[] {
  const lines = data.split('\n').length;
  return problems
    .filter(({ code, severity }) => severity === 'error' || !OF_TEMPLATES.has(code))
    .map((problem) => (problem.snippet === null ? { ...problem, line: problem.line - 1 } : problem))
    .filter(({ snippet, line }) => snippet !== null || (line >= 1 && line <= lines));
}

function aroundMjml(text: string): readonly [string, string] {
  const first = /<([\w-]+)/.exec(text.replaceAll(/<!--[\s\S]*?-->/g, ''))?.[1] ?? '';
  if (first === 'mjml') return ['', ''];
  if (first === 'mj-head') return ['<mjml>', '<mj-body></mj-body></mjml>'];
  if (/^mj-(?:title|preview|style|font|attributes|breakpoint|html-attributes)$/.test(first)) {
    return ['<mjml><mj-head>', '</mj-head><mj-body></mj-body></mjml>'];
  }
  if (/^mj-(?:section|wrapper|hero)$/.test(first)) return ['<mjml><mj-body>', '</mj-body></mjml>'];
  if (first === 'mj-column' || first === 'mj-group') {
    return ['<mjml><mj-body><mj-section>', '</mj-section></mj-body></mjml>'];
  }
  const [start, end] = first.startsWith('mj-') ? ['', ''] : ['<mj-text>', '</mj-text>'];
  return [
    `<mjml><mj-body><mj-section><mj-column>${start}`,
    `${end}</mj-column></mj-section></mj-body></mjml>`,
  ];
}
