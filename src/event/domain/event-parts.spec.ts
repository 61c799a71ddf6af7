import { mergeAccepted } from './merge-accepted.js';
import type { DocumentEvent } from './event.js';
import { partsOf } from './event-parts.js';

const EMAIL = { kind: 'document' } as unknown as DocumentEvent['emails'][number];

function event(companyId: number, emails: DocumentEvent['emails'] = []): DocumentEvent {
  const unused = { key: null, typeId: 'd', data: {}, json: '{}', company: null, brand: null } as const;
  return { ...unused, type: 'document.sent', companyId, createdAt: new Date(0), emails };
}

const CELLS: Readonly<Record<number, readonly string[]>> = { 1: ['a'], 2: ['b'], 3: ['a', 'b'] };
const cellsOf = (companyId: number) => CELLS[companyId] ?? ['a'];

describe('The parts of a request', () => {
  it('contain the events of their cell, in order', () => {
    const events = [event(2), event(1), event(3), event(2)];
    expect(partsOf(events, cellsOf).map(({ cell, places }) => ({ cell, places }))).toEqual([
      { cell: 'b', places: [0, 2, 3] },
      { cell: 'a', places: [1, 2] },
    ]);
  });

  it('contain the emails of an event once', () => {
    const parts = partsOf([event(3, [EMAIL])], cellsOf);
    expect(parts.map(({ cell, events }) => [cell, events[0]?.emails.length])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
  });
});

describe('The answers of several cells', () => {
  const one = { id: 'e', duplicate: false, deliveries: 1, emails: 1 };

  it('are combined in the order of the request', () => {
    const other = { id: 'f', duplicate: true, deliveries: 2, emails: 0 };
    expect(
      mergeAccepted(2, [
        { places: [1], accepted: [one] },
        { places: [0], accepted: [other] },
      ]),
    ).toEqual([other, one]);
  });

  it('are added up for an event of several cells, which is a duplicate only if it is one in all of them', () => {
    const again = { ...one, duplicate: true, deliveries: 2, emails: 0 };
    const parts = (second: typeof one) => [
      { places: [0], accepted: [again] },
      { places: [0], accepted: [second] },
    ];
    expect(mergeAccepted(1, parts(one))).toEqual([{ id: 'e', duplicate: false, deliveries: 3, emails: 1 }]);
    expect(mergeAccepted(1, parts(again))[0]?.duplicate).toBe(true);
  });

  it('are refused when one is missing', () => {
    expect(() => mergeAccepted(1, [{ places: [0], accepted: [] }])).toThrow('fewer events');
    expect(() => mergeAccepted(2, [{ places: [0], accepted: [one] }])).toThrow('No cell');
  });
});
