import type { SourceFault } from '../../domain/template-fault.js';
import { partsOf } from '../shared/tags.js';

/** Cells that are directly in an mj-table, whose content is that of a table: the first of each. */
export function tableWarnings(flattened: string): readonly SourceFault[] {
  const warnings: SourceFault[] = [];
  /** How many rows and tables are open in the mj-table; null outside of one, and once a cell is reported. */
  let depth: number | null = null;
  for (const part of partsOf(flattened)) {
    if (part.kind !== 'open' && part.kind !== 'close') continue;
    const { kind, name, start } = part;
    if (name === 'mj-table') depth = kind === 'open' ? 0 : null;
    if (depth === null) continue;
    if (name === 'tr' || name === 'table') depth = Math.max(depth + (kind === 'open' ? 1 : -1), 0);
    if (kind === 'close' || depth > 0 || (name !== 'td' && name !== 'th')) continue;
    const message = `<${name}> belongs in a <tr>: write <tr> before it and </tr> after the last cell of the row.`;
    warnings.push({ code: 'misplaced_element', message, offset: start });
    depth = null;
  }
  return warnings;
}
