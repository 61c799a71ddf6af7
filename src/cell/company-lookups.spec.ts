import { CompanyLookups } from './company-lookups.js';

describe('Look-ups of the cells of companies', () => {
  const asked: number[][] = [];
  const ends: (() => void)[] = [];
  const lookups = new CompanyLookups(async (companyIds) => {
    asked.push([...companyIds]);
    await new Promise<void>((end) => ends.push(end));
    return new Map(companyIds.map((id) => [id, new Set([`of ${asked.length}`])]));
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('are combined while one is in progress, and never join one that has already started', async () => {
    const first = Promise.all([lookups.of([1]), lookups.of([2, 1])]);
    await turn();
    const second = Promise.all([lookups.of([1]), lookups.of([3])]);
    await turn();
    expect(asked).toEqual([[1, 2]]);
    ends[0]?.();
    expect((await first).map((found) => [...found.keys()])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await turn();
    expect(asked).toEqual([
      [1, 2],
      [1, 3],
    ]);
    ends[1]?.();
    const [again] = await second;
    expect(again.get(1)).toEqual(new Set(['of 2']));
  });

  it('continue after a failed one', async () => {
    let isAway = true;
    const failing = new CompanyLookups(async () => {
      if (isAway) throw new Error('away');
      return new Map();
    });
    await expect(failing.of([1])).rejects.toThrow('away');
    isAway = false;
    expect(await failing.of([1])).toEqual(new Map());
  });
});
