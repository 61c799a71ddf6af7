import type { SourceFault } from '../../domain/template-fault.js';
import { isShown } from '../shared/common-faults.js';
import { partsOf } from '../shared/tags.js';
import { expressionsOf } from './expressions.js';

const TEXT = 0;
const TAG = 1;
const COMMENT = 2;
const MAX_SHOWN = 60;

/**
 * The first block that ends a tag or a comment in one of its branches and not in another: a character after it is read
 * as text in one outline and as part of a tag in another. What further blocks do is a consequence.
 */
export function splitTags(data: string, outlines: readonly string[]): readonly SourceFault[] {
  if (outlines.length < 2) return [];
  const readings = outlines.map((outline) => ({ outline, kinds: kindsOf(outline) }));
  const [first, ...others] = readings;
  if (first === undefined) return [];
  let lastDifference = -1;
  for (let offset = 0; offset < data.length; offset += 1) {
    const isFirstShown = isShown(first.outline, offset);
    for (const other of others) {
      const isOtherShown = isShown(other.outline, offset);
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

/** What each character of an outline is a part of. */
function kindsOf(outline: string): Uint8Array {
  const kinds = new Uint8Array(outline.length).fill(TEXT);
  for (const { kind, start, end } of partsOf(outline)) {
    if (kind !== 'text') kinds.fill(kind === 'comment' ? COMMENT : TAG, start, end);
  }
  return kinds;
}

/** The fault of the block around an offset. */
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
