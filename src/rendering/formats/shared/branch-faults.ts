import type { SourceFault } from '../../domain/template-fault.js';

/**
 * The faults that every variant has which shows their location; `found` are the faults of each variant. What is wrong in
 * one variant and right in another, such as an element opened under a condition, is left to the author: there may be more
 * variants than were checked.
 */
export function commonFaults<Fault extends SourceFault>(
  variants: readonly string[],
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
      variants.every((variant, index) => indices.has(index) || !isShown(variant, fault.offset)),
    )
    .map(({ fault }) => fault)
    .sort((one, other) => one.offset - other.offset);
}

/** Whether a variant shows a character that is not blank in the template. */
export function isShown(variant: string, offset: number): boolean {
  return variant[offset] !== ' ';
}
