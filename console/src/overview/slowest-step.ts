import { words } from '../i18n/words';
import type { Range } from './ranges';
import { overviewTexts } from './words';

/** Names the step with the shown percentiles, because percentiles of several steps cannot be added up. */
export function slowestStep(range: Range): string {
  const t = words(overviewTexts);
  return { h24: t.slowestHour, d7: t.slowestSixHours, d30: t.slowestDay }[range];
}
