import * as fc from 'fast-check';
import { completed, PIECES_AT_ONCE, sorted } from './steps.js';

describe('Sorting in steps', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 20, size: 'max' });

  it('sorts values, and keeps the order of equal ones', () => {
    const many = numbers.chain((some) => fc.constant(Array.from({ length: 100 }, () => some).flat()));
    fc.assert(
      fc.property(fc.oneof(numbers, many), (values) => {
        const entries = values.map((value, index) => ({ value, index }));
        const byValue = (left: { value: number }, right: { value: number }) => left.value - right.value;
        expect(completed(sorted(entries, byValue))).toEqual(entries.toSorted(byValue));
      }),
    );
  });

  it('compares a bounded number of values between two pauses', () => {
    const values = Array.from({ length: 50_000 }, (_, index) => (index * 7_919) % 50_000);
    let comparisons = 0;
    let most = 0;
    const steps = sorted(values, (left, right) => {
      comparisons += 1;
      return left - right;
    });
    for (let step = steps.next(); !step.done; step = steps.next()) {
      most = Math.max(most, comparisons);
      comparisons = 0;
    }
    expect(Math.max(most, comparisons)).toBeLessThan(PIECES_AT_ONCE * 12);
  });
});
