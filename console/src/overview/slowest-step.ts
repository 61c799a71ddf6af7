import { words } from '../i18n/words';
import type { Range } from './ranges';
import { overviewTexts } from './words';

/** The step of a range that its percentiles are of: percentiles of several steps have no sum. */
export function slowestStep(range: Range): string {
  const t = words(overviewTexts);
  return { h24: t.slowestHour, d7: t.slowestSixHours, d30: t.slowestDay }[range];
}
