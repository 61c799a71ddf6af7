import { FILLER } from '../shared/format.js';
import { expressionsOf } from './expressions.js';

/** See `VariableBinder.flatten`. Works for any text, even if Handlebars cannot parse it. */
export function flattenBranches(data: string): string {
  const pieces: string[] = [];
  let written = 0;
  for (const { kind, start, end } of expressionsOf(data)) {
    const text = data.slice(start, end);
    const filler = kind === 'value' ? FILLER : ' ';
    pieces.push(data.slice(written, start), text.replace(/[^\r\n]/g, filler));
    written = end;
  }
  return pieces.join('') + data.slice(written);
}
