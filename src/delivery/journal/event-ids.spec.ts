import fc from 'fast-check';
import { deliveryId, deliveryKeyOf } from '../domain/delivery-key.js';
import { EventIds } from './event-ids.js';
import { firstIdAt, SMALLEST_ID, timeOf } from '../../shared/domain/time-ordered-id.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('Ids of events', () => {
  it('only grow, whatever the clock does', () => {
    const clock = fc.array(fc.integer({ min: 0, max: 1_800_000_000_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(clock, (times) => {
        let now = 0;
        const ids = new EventIds(SMALLEST_ID, () => now);
        const made = times.map((time) => {
          now = time;
          return ids.next();
        });
        expect(made).toEqual([...made].sort());
        expect(new Set(made).size).toBe(made.length);
      }),
    );
  });

  it('grow within one millisecond too, past the end of the counter', () => {
    const ids = new EventIds(SMALLEST_ID, () => 1_700_000_000_000);
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expect(made).toEqual([...made].sort());
    expect(made.every((id) => UUID_V7.test(id))).toBe(true);
  });

  it('exceed the id they start after, even when the clock is behind it', () => {
    const after = new EventIds(SMALLEST_ID, () => 1_900_000_000_000).next();
    expect(new EventIds(after, () => 1_700_000_000_000).next() > after).toBe(true);
  });

  it('carry the time of acceptance', () => {
    const id = new EventIds(SMALLEST_ID, () => 1_764_000_000_123).next();
    expect(timeOf(id)).toBe(1_764_000_000_123);
    expect(firstIdAt(1_764_000_000_123) <= id && id < firstIdAt(1_764_000_000_124)).toBe(true);
  });
});

describe('The id of a delivery', () => {
  const keys = fc.record({
    partnerId: fc.constant(1),
    subscriptionId: fc.integer({ min: 1, max: 2_147_483_647 }),
    eventId: fc.uuid({ version: 7 }),
  });

  it('names the event and the subscription', () => {
    fc.assert(fc.property(keys, (key) => expect(deliveryKeyOf(1, deliveryId(key))).toEqual(key)));
  });

  it('is refused when it is anything else', () => {
    const known = deliveryId({ subscriptionId: 7, eventId: SMALLEST_ID });
    for (const text of [
      '',
      'msg_',
      known.slice(1),
      `${known}A`,
      known.replace('msg_', 'evt_'),
      `msg_${'_'.repeat(27)}`,
    ]) {
      expect(deliveryKeyOf(1, text)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(deliveryKeyOf(1, text)).toBeNull();
      }),
    );
  });
});
