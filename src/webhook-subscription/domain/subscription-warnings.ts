import { problem, type Problem } from '../../shared/domain/errors.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { conditionWarnings } from './conditions/condition-warnings.js';
import type { Conditions } from './conditions/conditions.js';
import type { IncludePaths } from './include-paths.js';

/** Matches paths of JSONPath (`$.a`), JSON Pointer (`/a/b`) and programming languages (`a[0]`). */
const OTHER_NOTATION = /^\$[.[]|^\/|\[[^\]]*\]/;

/**
 * Warns of valid but probably unintended members. Pointers are relative to the subscription.
 */
export function subscriptionWarnings({
  includePaths,
  conditions,
}: {
  readonly includePaths: IncludePaths;
  readonly conditions: Conditions;
}): readonly Problem[] {
  const { json } = conditions;
  return [
    ...includePaths.paths.flatMap((path, index) =>
      notationWarnings(path, pointerTo('includePaths') + pointerTo(index)),
    ),
    ...Object.keys(json ?? {}).flatMap((path) =>
      notationWarnings(path, pointerTo('conditions') + pointerTo(path)),
    ),
    ...conditionWarnings(json).map((warning) => ({
      ...warning,
      pointer: pointerTo('conditions') + warning.pointer,
    })),
  ];
}

function notationWarnings(path: string, pointer: string): readonly Problem[] {
  if (!OTHER_NOTATION.test(path)) return [];
  const message =
    'Brackets, slashes and $ are parts of a name here. A path is names joined by dots, with * for any element: items.*.id.';
  return [problem('other_path_notation', message, pointer)];
}
