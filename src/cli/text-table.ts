/** Formats rows as aligned columns; returns `none` if there are no rows. */
export function formatTable(rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none;
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((word, column) => Math.max(word.length, widest[column] ?? 0)),
    [],
  );
  const lines = rows.map((row) => row.map((word, column) => word.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}
