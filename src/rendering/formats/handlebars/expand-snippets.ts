import type { ExpandableText, ExpandedTemplate } from '../../domain/snippet.js';
import { placed, type SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { blockFaults } from './block-check.js';
import { expressionsOf } from './expressions.js';
import { SnippetExpansion, type SnippetLibrary } from './snippet-expansion.js';

const MAX_EXPRESSIONS = 2_000;

/**
 * Replaces `{{> name}}` with the texts of snippets. A snippet with values gets a block around it that adds them to its
 * variables, and `{{> @partial-block}}` becomes the block passed to the snippet. Takes time linear in the result, and
 * omits what exceeds the limits. Does not expand a text whose blocks do not match.
 */
export function expandSnippets(text: ExpandableText, library: SnippetLibrary): ExpandedTemplate {
  const faults = [...expansionLimitFaults(text.data)];
  if (faults.length === 0) faults.push(...blockFaults(text.data).faults);
  if (faults.length > 0) {
    const lines = new TextLines(text.data);
    const inText = faults.map((fault) => ({ ...placed(fault, lines), snippet: null }));
    return { data: text.data, segments: [], faults: inText, used: [] };
  }
  const expansion = new SnippetExpansion(text, library);
  expansion.expand();
  return expansion.result;
}

/** Checked first, because finding the ends of blocks takes time quadratic in their number. */
function expansionLimitFaults(data: string): readonly SourceFault[] {
  let count = 0;
  for (const { start } of expressionsOf(data)) {
    count += 1;
    if (count <= MAX_EXPRESSIONS) continue;
    const message = `Where snippets are included there may be at most ${MAX_EXPRESSIONS} expressions.`;
    return [{ code: 'too_many_expressions', message, offset: start }];
  }
  return [];
}
