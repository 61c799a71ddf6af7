import type { SourceFault } from '../../domain/template-fault.js';
import { outsideTable } from '../html/stray-table-tags.js';
import { partsOf } from '../shared/tags.js';

const TABLE_PARTS: ReadonlySet<string> = new Set(['tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);

/** Warns of the first cell directly in each mj-table, which must contain rows. */
export function tableWarnings(flattened: string): readonly SourceFault[] {
  const warnings: SourceFault[] = [];
  /** The number of open rows and tables in the mj-table. Null outside of one, and after reporting a cell. */
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

/** Parts of a table that are in an mj-text and outside any table: the first in each mj-text. */
export function textWarnings(flattened: string): readonly SourceFault[] {
  const warnings: SourceFault[] = [];
  /** How many tables are open in the mj-text; null outside one, and once a part is reported. */
  let depth: number | null = null;
  for (const part of partsOf(flattened)) {
    if (part.kind !== 'open' && part.kind !== 'close') continue;
    const { kind, name, start } = part;
    if (name === 'mj-text') depth = kind === 'open' ? 0 : null;
    if (depth === null) continue;
    if (name === 'table') depth = Math.max(depth + (kind === 'open' ? 1 : -1), 0);
    if (kind === 'close' || depth > 0 || !TABLE_PARTS.has(name)) continue;
    warnings.push({ code: 'misplaced_element', message: outsideTable(name), offset: start });
    depth = null;
  }
  return warnings;
}
