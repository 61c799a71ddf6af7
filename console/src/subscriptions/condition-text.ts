import { words } from '../i18n/words';
import { type Operator, rowsOf, typedAs } from './condition-rows';
import { subscriptionsTexts } from './words';

/** The operators with their names, in the order in which they are offered. */
export function operatorNames(): readonly (readonly [Operator, string])[] {
  const t = words(subscriptionsTexts);
  return [
    ['is', t.is],
    ['$ne', t.isNot],
    ['$in', t.isIn],
    ['$nin', t.isNotIn],
    ['$exists', t.exists],
    ['$gt', t.greater],
    ['$gte', t.greaterEqual],
    ['$lt', t.less],
    ['$lte', t.lessEqual],
    ['$startsWith', t.startsWith],
  ];
}

/** A condition in words: `data.amount is at least 1000`. */
export function conditionText(path: string, expected: unknown): string {
  const t = words(subscriptionsTexts);
  const names = new Map(operatorNames());
  const rows = rowsOf({ [path]: expected });
  if (rows === null) return `${path} ${t.is} ${JSON.stringify(expected)}`;
  const parts = rows.map(({ operator, value }) => {
    if (operator === '$exists') return value === 'false' ? t.existsNot : t.exists;
    return `${names.get(operator) ?? operator} ${value}`;
  });
  return `${path} ${parts.join(` ${t.and} `)}`;
}

/** The values that a document has at a path. */
export function foundText(found: readonly unknown[]): string {
  return found.length === 0 ? words(subscriptionsTexts).nothingThere : found.map(typedAs).join(', ');
}
