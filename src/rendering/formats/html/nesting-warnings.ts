import type { SourceFault } from '../../domain/template-fault.js';
import { commonFaults, isShown } from '../shared/branch-faults.js';
import type { FlattenedTemplate } from '../shared/format.js';
import { halfConditional } from '../shared/half-conditional.js';
import { nestingOf } from './nesting-check.js';
import type { NestingFinding } from './nesting-finding.js';

/**
 * Warnings about tags that are not closed, close nothing or overlap, whatever the variables. A wrong warning is worse
 * than none, so this does not report what may be right with some data, or with markup in a value.
 */
export function nestingWarnings({
  branchVariants,
  rawValues,
}: Pick<FlattenedTemplate, 'branchVariants' | 'rawValues'>): readonly SourceFault[] {
  const variants = branchVariants();
  const found = variants.map(nestingOf);
  const isConditional = (offset: number) => !variants.every((variant) => isShown(variant, offset));
  const all = found.flat();
  const common = commonFaults(variants, found)
    .filter((finding) => !rawValues.some((offset) => finding.start <= offset && offset < finding.end))
    .filter((finding) => {
      if (![finding.offset, ...finding.others].some(isConditional)) return true;
      return finding.kind !== 'nesting' && !all.some((other) => isCounterpart(finding, other));
    })
    .map(({ code, message, offset }) => ({ code, message, offset }));
  return rawValues.length > 0 ? common : [...common, ...halfConditional(variants, found)];
}

/** True if the findings may be the two ends of one element with other data. */
function isCounterpart(finding: NestingFinding, other: NestingFinding): boolean {
  if (finding.name !== other.name) return false;
  return other.kind !== finding.kind;
}
