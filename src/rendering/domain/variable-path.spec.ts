import { ANY, type Segment } from '../../shared/domain/document-path.js';
import { VariablePath } from './variable-path.js';

const path = (...segments: readonly Segment[]) => VariablePath.root.into(...segments);

describe('VariablePath', () => {
  it('is written like the paths of webhook subscriptions', () => {
    expect(path('document', 'items', ANY, 'a.b', '*', 'c\\d').toString()).toBe(
      'document.items.*.a\\.b.\\*.c\\\\d',
    );
  });

  it.each([
    ['a value', ['a'], { a: 0 }, false],
    ['null', ['a'], { a: null }, false],
    ['nothing', ['a'], {}, true],
    ['a member of null', ['a', 'b'], { a: null }, true],
    ['a member of a text', ['a', 'b'], { a: 'x' }, true],
    ['what is inherited', ['constructor'], {}, true],
    ['an own member of such a name', ['constructor'], { constructor: 1 }, false],
    ['an element by its index', ['a', '0'], { a: ['x'] }, false],
    ['the members of all elements', ['a', ANY, 'b'], { a: [{ b: 1 }, { b: 2 }] }, false],
    ['the member of one element', ['a', ANY, 'b'], { a: [{ b: 1 }, {}] }, true],
    ['what is in an empty list', ['a', ANY, 'b'], { a: [] }, false],
    ['what is in a list that is missing', ['a', ANY, 'b'], {}, true],
    ['members of an object gone through', ['a', ANY], { a: { x: 1 } }, false],
    ['a block named after a list', ['a', 'b'], { a: [{ b: 1 }] }, false],
  ] as const)('finds whether %s is missing', (_, segments, data, isMissing) => {
    expect(path(...segments).isMissingIn(data)).toBe(isMissing);
  });
});
