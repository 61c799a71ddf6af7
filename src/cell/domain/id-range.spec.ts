import { cellNumberOf, idsOfCell, MAX_CELLS } from './id-range.js';

describe('The ids of cells', () => {
  it('start with 1 in the first cell', () => expect(idsOfCell(0)).toEqual({ first: 1, last: 33_554_432 }));

  it('leave no gap and never overlap', () => {
    for (let number = 1; number < MAX_CELLS; number++)
      expect(idsOfCell(number).first).toBe(idsOfCell(number - 1).last + 1);
  });

  it('end with the greatest id', () => expect(idsOfCell(MAX_CELLS - 1).last).toBe(2_147_483_647));

  it('identify their cell', () => {
    for (let number = 0; number < MAX_CELLS; number++) {
      const { first, last } = idsOfCell(number);
      expect([cellNumberOf(first), cellNumberOf(last)]).toEqual([number, number]);
    }
  });
});
