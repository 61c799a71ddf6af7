import { CellPools } from './cell-pools.js';

describe('The processes of a cell', () => {
  const addresses = ['http://a:1', 'http://b:1', 'http://c:1'];

  it('get requests in turn', () => {
    const pools = new CellPools();
    const firsts = addresses.map(() => pools.inTurn(addresses)[0]);
    expect(new Set(firsts)).toEqual(new Set(addresses));
  });

  it('are tried last for a while after they refused a connection', () => {
    const pools = new CellPools();
    pools.rest('http://b:1');
    for (let turn = 0; turn < 3; turn++) {
      const order = pools.inTurn(addresses);
      expect(order.at(-1)).toBe('http://b:1');
      expect(order).toHaveLength(3);
    }
  });
});
