import type { ExaminedCell } from '../../cell/cell-examination.service.js';
import { cellFindings } from './cell-findings.js';

const KNOWN = [
  { number: 0, name: 'a', isOwn: true },
  { number: 1, name: 'b', isOwn: false },
];
const A: ExaminedCell = { name: 'a', known: KNOWN, fault: null, missingIn: [], moves: null, processes: [] };
const B: ExaminedCell = { ...A, name: 'b', known: KNOWN.map((one) => ({ ...one, isOwn: !one.isOwn })) };

const verdicts = (cells: readonly ExaminedCell[]) => cellFindings(cells).map(({ verdict }) => verdict);
const wrongs = (cells: readonly ExaminedCell[]) =>
  cellFindings(cells).flatMap(({ verdict, found }) => (verdict === 'ok' ? [] : [found]));

describe('The findings about cells', () => {
  it('are fine for a healthy deployment', () => expect(new Set(verdicts([A, B]))).toEqual(new Set(['ok'])));

  it.each([
    ['cannot be used', [A, { ...B, known: null, fault: 'no route' }]],
    ['is not in use', [A, { ...B, known: [] }]],
    ['is that of cell a', [A, { ...B, known: KNOWN }]],
    [
      'has no entry for cell b',
      [{ ...A, known: [...KNOWN.slice(0, 1), { number: 2, name: 'c', isOwn: false }] }, B],
    ],
    ['b may lack some of its companies', [{ ...A, missingIn: ['b'] }, B]],
    [
      'http://b:3000 does not accept',
      [A, { ...B, processes: [{ address: 'http://b:3000', fault: 'It answers 401.' }] }],
    ],
  ] as const)('say that one %s', (said, cells) => {
    const found = wrongs(cells);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(said);
  });

  it('accept a home cell without others', () =>
    expect(cellFindings([{ ...A, known: [] }])[0]?.found).toContain('home cell'));
});
