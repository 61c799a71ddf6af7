import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { isShown } from './branch-faults.js';
import { partsOf } from './tags.js';

const UNCLOSED = 'unclosed_element';
const STRAY = 'unexpected_end_tag';

/**
 * Finds elements with one tag in a block and the other outside all blocks, so that it has no counterpart in one branch.
 * Ignores tags that several blocks could print, since one of them may always do so.
 * @param found the faults of each variant
 */
export function halfConditional(
  variants: readonly string[],
  found: readonly (readonly SourceFault[])[],
): readonly SourceFault[] {
  const isAlwaysShown = (offset: number) => variants.every((variant) => isShown(variant, offset));
  const suspects = new Map<number, SourceFault>();
  for (const fault of found.flat()) {
    if ((fault.code === UNCLOSED || fault.code === STRAY) && isAlwaysShown(fault.offset))
      suspects.set(fault.offset, fault);
  }
  const [first = ''] = variants;
  return [...suspects.values()].flatMap(({ code, offset }) => {
    const isCommon = found.every((faults) => faults.some((each) => each.offset === offset));
    const [, name = ''] = /^<\/?([\w-]+)/.exec(first.slice(offset, offset + 60)) ?? [];
    if (isCommon || name === '') return [];
    const isStray = code === STRAY;
    const [tag, ...others] = conditionalTags(variants, name.toLowerCase(), isStray ? 'open' : 'close');
    if (tag === undefined || others.length > 0) return [];
    const { line } = new TextLines(first).locationOf(tag);
    const message = isStray
      ? `</${name}> closes nothing if the block with <${name}> in line ${line} is left out: write both tags in the block, or both outside.`
      : `<${name}> is not closed if the block with </${name}> in line ${line} is left out: write both tags in the block, or both outside.`;
    return [{ code: 'tag_split_by_block', message, offset }];
  });
}

/** The tags of a name that only some variants contain. */
function conditionalTags(
  variants: readonly string[],
  name: string,
  kind: 'open' | 'close',
): readonly number[] {
  const starts = new Set<number>();
  for (const variant of variants) {
    for (const part of partsOf(variant)) {
      if (part.kind === kind && part.name === name) starts.add(part.start);
    }
  }
  return [...starts].filter((start) => variants.some((variant) => !isShown(variant, start)));
}
