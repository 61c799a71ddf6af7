import type { SourceFault } from '../../domain/template-fault.js';
import { isShown } from '../shared/branch-faults.js';
import { partsOf } from '../shared/tags.js';
import { expressionsOf } from './expressions.js';

const TEXT = 0;
const TAG = 1;
const COMMENT = 2;
const MAX_SHOWN = 60;

/**
 * The first block that ends a tag or a comment in one branch and not in another, so that a character after it is text
 * in one variant and part of a tag in another. Further differences are consequences of the first and not reported.
 */
export function splitTags(data: string, variants: readonly string[]): readonly SourceFault[] {
  if (variants.length < 2) return [];
  const readings = variants.map((variant) => ({ variant, kinds: kindsOf(variant) }));
  const [first, ...others] = readings;
  if (first === undefined) return [];
  let lastDifference = -1;
  for (let offset = 0; offset < data.length; offset += 1) {
    const isFirstShown = isShown(first.variant, offset);
    for (const other of others) {
      const isOtherShown = isShown(other.variant, offset);
      if (isFirstShown !== isOtherShown) lastDifference = offset;
      else if (isFirstShown && !isBlank(data, offset) && first.kinds[offset] !== other.kinds[offset]) {
        return blockAt(data, lastDifference);
      }
    }
  }
  return [];
}

function isBlank(data: string, offset: number): boolean {
  return /\s/.test(data[offset] ?? ' ');
}

/** For each character of a variant: whether it is text, or part of a tag or comment. */
function kindsOf(variant: string): Uint8Array {
  const kinds = new Uint8Array(variant.length).fill(TEXT);
  for (const { kind, start, end } of partsOf(variant)) {
    if (kind !== 'text') kinds.fill(kind === 'comment' ? COMMENT : TAG, start, end);
  }
  return kinds;
}

/** The fault for the block around an offset. */
function blockAt(data: string, offset: number): readonly SourceFault[] {
  const open: { readonly start: number; readonly text: string }[] = [];
  for (const { kind, start, end } of expressionsOf(data)) {
    if (start > offset) break;
    if (kind === 'block') open.push({ start, text: data.slice(start, end) });
    if (kind === 'end') open.pop();
  }
  const block = open.at(-1);
  if (block === undefined) return [];
  const name = block.text.length > MAX_SHOWN ? 'This block' : block.text;
  const message = `${name} ends a tag in one of its branches and not in the other: write the whole tag in each branch, or put the block inside a quoted value.`;
  return [{ code: 'tag_split_by_block', message, offset: block.start }];
}
