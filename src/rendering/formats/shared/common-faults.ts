import type { SourceFault } from '../../domain/template-fault.js';

/**
 * What is wrong in every outline that shows the place; `found` is what was found in each of them. What is wrong in one
 * and right in another, as an element opened on a condition, is for the author to know: the outlines are not all there is.
 */
export function commonFaults<Fault extends SourceFault>(
  outlines: readonly string[],
  found: readonly (readonly Fault[])[],
): readonly Fault[] {
  const findings = new Map<string, { readonly fault: Fault; readonly indices: Set<number> }>();
  for (const [index, faults] of found.entries()) {
    for (const fault of faults) {
      const key = `${fault.offset} ${fault.code}`;
      const finding = findings.get(key) ?? { fault, indices: new Set() };
      findings.set(key, { fault, indices: finding.indices.add(index) });
    }
  }
  return [...findings.values()]
    .filter(({ fault, indices }) =>
      outlines.every((outline, index) => indices.has(index) || !isShown(outline, fault.offset)),
    )
    .map(({ fault }) => fault)
    .sort((one, other) => one.offset - other.offset);
}

/** Whether an outline shows a place that is not blank in the template. */
export function isShown(outline: string, offset: number): boolean {
  return outline[offset] !== ' ';
}
