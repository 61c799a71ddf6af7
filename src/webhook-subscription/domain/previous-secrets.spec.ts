import fc from 'fast-check';
import {
  afterRotation,
  MAX_PREVIOUS_SECRETS,
  type PreviousSecret,
  readPreviousSecrets,
  writePreviousSecrets,
} from './previous-secrets.js';

const DAY_MS = 24 * 3_600_000;
const start = new Date('2026-02-03T04:05:06.000Z');
const after = (ms: number) => new Date(start.getTime() + ms);

describe('Previous signing secrets', () => {
  it('each sign for 24 hours after their replacement, for any number of rotations', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(DAY_MS / 2), { maxLength: 20 }), (pauses) => {
        let previous: readonly PreviousSecret[] = [];
        const ends = new Map<string, number>();
        let now = 0;
        for (const [number, pause] of pauses.entries()) {
          now += pause;
          const valid = [...ends].filter(([, end]) => now < end).map(([secret]) => secret);
          const rotate = () => afterRotation(previous, `whsec_${number}`, after(now));
          if (valid.length === MAX_PREVIOUS_SECRETS) {
            expect(rotate).toThrow(expect.objectContaining({ code: 'too_many_secrets' }));
            continue;
          }
          previous = readPreviousSecrets(writePreviousSecrets(rotate()), after(now + DAY_MS));
          ends.set(`whsec_${number}`, now + DAY_MS);
          expect(previous.map(({ secret }) => secret)).toEqual([`whsec_${number}`, ...valid.toReversed()]);
          for (const { secret, until } of previous) expect(until).toEqual(after(ends.get(secret)!));
        }
      }),
    );
  });

  it('give the time from which the next rotation is possible', () => {
    let previous: readonly PreviousSecret[] = [];
    for (let number = 0; number < MAX_PREVIOUS_SECRETS; number++) {
      previous = afterRotation(previous, `whsec_${number}`, after(number));
    }
    expect(() => afterRotation(previous, 'whsec_x', after(DAY_MS - 1))).toThrow('2026-02-04T04:05:06.000Z');
    expect(afterRotation(previous, 'whsec_x', after(DAY_MS))).toHaveLength(MAX_PREVIOUS_SECRETS);
  });

  it('are read from the format for a single secret', () => {
    expect(readPreviousSecrets('whsec_abc', start)).toEqual([{ secret: 'whsec_abc', until: start }]);
  });
});
