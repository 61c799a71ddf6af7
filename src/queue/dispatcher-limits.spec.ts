import fc from 'fast-check';
import { BY_SUBSCRIPTION, LIMITS, type TestAttempt, testAttempt } from '../../test/support/test-attempts.js';
import type { DispatchLimits } from './dispatch-limits.js';
import { Dispatcher } from './dispatcher.js';

describe('The dispatcher', () => {
  it('makes all attempts in the end, within its limits, in any order of starts and ends', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ partner: fc.integer({ min: 1, max: 3 }), queue: fc.integer({ min: 0, max: 5 }) }),
        fc.record({ ends: fc.nat(), isValid: fc.boolean() }),
      ),
      { maxLength: 150 },
    );
    fc.assert(
      fc.property(steps, fc.constantFrom(0, 0.3, 0.5), (life, keptForFirst) => {
        const made: TestAttempt[] = [];
        const limits = { ...LIMITS, inFlight: 7, inFlightPerPartner: 4, inFlightPerQueue: 3, keptForFirst };
        const dispatcher = new Dispatcher<TestAttempt>(limits, BY_SUBSCRIPTION, (one) => made.push(one));
        const ended = new Set<TestAttempt>();
        const end = (one: TestAttempt, isValid: boolean): void => {
          ended.add(one);
          dispatcher.finished(one, isValid);
        };
        let added = 0;
        for (const step of life) {
          const inFlight = made.filter((one) => !ended.has(one));
          if ('partner' in step) {
            dispatcher.add(testAttempt(step.partner, step.partner * 10 + step.queue));
            added += 1;
          } else if (inFlight.length > 0) end(inFlight[step.ends % inFlight.length]!, step.isValid);
          requireLimits(
            made.filter((one) => !ended.has(one)),
            limits,
          );
        }
        for (let place = 0; place < made.length; place++)
          if (!ended.has(made[place]!)) end(made[place]!, true);
        expect(made).toHaveLength(added);
        expect(dispatcher.load).toEqual({ inFlight: 0, waiting: 0, bytes: 0 });
      }),
    );
  });
});

function requireLimits(inFlight: readonly TestAttempt[], limits: DispatchLimits): void {
  const most = (of: (one: TestAttempt) => number): number =>
    Math.max(0, ...inFlight.map((one) => inFlight.filter((other) => of(other) === of(one)).length));
  expect(inFlight.length).toBeLessThanOrEqual(limits.inFlight);
  expect(most(({ partnerId }) => partnerId)).toBeLessThanOrEqual(limits.inFlightPerPartner);
  expect(most(({ subscriptionId }) => subscriptionId)).toBeLessThanOrEqual(limits.inFlightPerQueue);
}
