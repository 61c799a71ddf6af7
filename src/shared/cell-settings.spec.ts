import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidSettings, Settings } from './settings.js';

const SECRETS = {
  SECRET_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  INTERNAL_TOKEN: 'a-token-of-operators',
};
const A = { name: 'a', url: 'postgres://u:secret@a/livery', addresses: ['http://10.0.0.1:3000/'] };
const B = { ...A, name: 'b', schema: 'b' };

describe('The cells of CELLS_FILE', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'livery-cells-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const settingsOf = (content: unknown, environment: Record<string, string> = SECRETS): Settings => {
    const file = path.join(folder, 'cells.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return new Settings({ CELLS_FILE: file, ...environment });
  };
  const faultsOf = (content: unknown, environment: Record<string, string> = SECRETS): readonly string[] => {
    try {
      settingsOf(content, environment);
    } catch (error) {
      if (error instanceof InvalidSettings) return error.faults;
    }
    return [];
  };

  it('do not exist without it', () => expect(new Settings({}).cells).toBeNull());

  it('are those of the file, and this process serves the first', () => {
    const { cells, databaseUrl } = settingsOf([A, B]);
    expect(cells?.own.name).toBe('a');
    expect(databaseUrl).toBe(A.url);
    expect(cells?.all.map(({ addresses }) => addresses)).toEqual([
      ['http://10.0.0.1:3000'],
      ['http://10.0.0.1:3000'],
    ]);
  });

  it('have a database or a schema each, which becomes that of the process', () => {
    const { cells, databaseUrl } = settingsOf([A, B], { ...SECRETS, CELL: 'b' });
    expect([cells?.own.name, databaseUrl]).toEqual(['b', `${A.url}?options=-c+search_path%3Db`]);
  });

  it.each([
    ['no JSON', 'path of a readable JSON file'],
    [[], 'an array of 1 to 64 cells'],
    [[null], '/0 must be an object'],
    [[A, { ...B, name: 'B' }], '/1/name must be'],
    [[A, { ...B, url: 'b' }], '/1/url must be'],
    [[A, { ...B, schema: 'b;' }], '/1/schema must be'],
    [[A, { ...B, addresses: ['http://b/path'] }], '/1/addresses must be'],
    [[A, { ...B, addresses: [] }], '/1/addresses must have at least one'],
    [[A, { ...B, adresses: [] }], '/1/adresses is unknown'],
    [[A, { ...B, name: 'a' }], 'the same name'],
    [[A, { ...B, schema: null }], 'the same url and schema'],
  ])('are refused with the reason: %j', (content, fault) => {
    const faults = faultsOf(content);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
    expect(faults[0]).not.toContain('secret@');
  });

  it('need secrets, and no DATABASE_URL', () => {
    const faults = faultsOf([A, B], { DATABASE_URL: 'postgres://a/livery' });
    expect(
      faults.filter((fault) => /^(DATABASE_URL|SECRET_KEYS|INTERNAL_TOKEN) must/.test(fault)),
    ).toHaveLength(4);
  });

  it('are named by CELL', () => {
    expect(faultsOf([A, B], { ...SECRETS, CELL: 'c' })).toEqual(['CELL must be one of CELLS_FILE: a, b.']);
    expect(() => new Settings({ CELL: 'a' })).toThrow('CELLS_FILE must list them');
  });
});
