import type { SourceFault } from '../../domain/template-fault.js';

/**
 * The faults present in every variant that contains their location. What is wrong in one variant and right in another,
 * such as an element opened under a condition, is not reported, since there may be more variants than were checked.
 * @param found the faults of each variant
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

/** True if a variant contains the character at an offset that is not blank in the template. */
export function isShown(variant: string, offset: number): boolean {
  return variant[offset] !== ' ';
}
