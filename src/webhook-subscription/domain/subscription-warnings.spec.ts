import type { JsonObject } from '../../event/domain/event.js';
import { Conditions } from './conditions/conditions.js';
import { IncludePaths } from './include-paths.js';
import { subscriptionWarnings } from './subscription-warnings.js';

function warnings(paths: string[], conditions: JsonObject | null): string[] {
  return subscriptionWarnings({
    includePaths: IncludePaths.parse(paths),
    conditions: Conditions.parse(conditions),
  }).map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('A subscription', () => {
  it('gets a warning about paths in the notations of JSONPath, JSON Pointer and programming languages', () => {
    expect(warnings(['$.status', '/data/name', 'items[0].id', 'items[*]'], { '$.a': 1, 'b[2]': 1 })).toEqual([
      '/includePaths/0 other_path_notation',
      '/includePaths/1 other_path_notation',
      '/includePaths/2 other_path_notation',
      '/includePaths/3 other_path_notation',
      '/conditions/$.a other_path_notation',
      '/conditions/b[2] other_path_notation',
    ]);
  });

  it('gets no warning about paths in the notation of subscriptions', () => {
    expect(warnings(['status', 'items.*.id', 'a\\.b', 'price$', 'a/b', '$ref'], null)).toEqual([]);
    expect(warnings(['*'], { 'data.amount': { $gte: 1 } })).toEqual([]);
  });

  it('gets a warning about operators that are read as names', () => {
    expect(warnings([], { status: { in: ['a'] }, data: { amount: { $gt: 1 } } })).toEqual([
      '/conditions/status/in operator_without_dollar',
      '/conditions/data/amount/$gt misplaced_operator',
    ]);
  });
});
