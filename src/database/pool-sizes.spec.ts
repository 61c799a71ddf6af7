import { PoolSizes } from './pool-sizes.js';

describe('PoolSizes', () => {
  it.each([
    [1, { engine: 12, partner: 8, share: 3 }],
    [2, { engine: 6, partner: 4, share: 2 }],
    [8, { engine: 4, partner: 4, share: 2 }],
  ])('divides the connections among %i processes', (processes, sizes) => {
    expect(PoolSizes.of(processes)).toMatchObject(sizes);
  });
});
