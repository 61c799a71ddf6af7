import { cellOfToken, plainToken, tokenOfCell } from './cell-token.js';

describe('A token', () => {
  it('names its cell', () => expect(cellOfToken(tokenOfCell('b2', 'Ab_-9'))).toBe('b2'));
  it('has no name in the home cell', () => expect(tokenOfCell(null, 'Ab_-9')).toBe('Ab_-9'));
  it.each(['Ab_-9', 'b2.Ab_-9'])('is what it was without the name: %s', (token) =>
    expect(plainToken(token)).toBe('Ab_-9'),
  );
  it.each(['Ab_-9', 'b2.', '.b2', 'B.token', 'b-2.token', `${'b'.repeat(17)}.token`])(
    'names no cell: %s',
    (token) => expect(cellOfToken(token)).toBeNull(),
  );
});
