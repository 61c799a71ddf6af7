import { merged } from './merged-pages.js';

const page = (ids: readonly number[], hasMore = false) => ({ items: ids.map((id) => ({ id })), hasMore });
const idsOf = ({ shown }: { shown: readonly { id: number }[] }) => shown.map(({ id }) => id);

describe('The pages of several lists', () => {
  it('are merged into one page by ids', () => {
    const both = merged([page([1, 5]), page([3, 4])], 10);
    expect(idsOf(both)).toEqual([1, 3, 4, 5]);
    expect(both.hasMore).toBe(false);
  });

  it('are cut at the limit', () => {
    const both = merged([page([1, 5]), page([3, 4])], 3);
    expect(idsOf(both)).toEqual([1, 3, 4]);
    expect(both.hasMore).toBe(true);
  });

  it('end at the end of the first incomplete one, so that nothing is omitted', () => {
    const both = merged([page([1, 2], true), page([3, 4])], 10);
    expect(idsOf(both)).toEqual([1, 2]);
    expect(both.hasMore).toBe(true);
  });

  it('may be empty', () => expect(merged([page([]), page([])], 10)).toEqual({ shown: [], hasMore: false }));
});
