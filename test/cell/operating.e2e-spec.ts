import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp } from '../../src/app.setup.js';
import { openLog } from '../../src/shared/logging/log.js';
import { Settings } from '../../src/shared/settings.js';
import { runCommand } from '../support/command.js';
import { testDatabase } from '../support/test-database.js';
import { partnerIn, TwoCells } from './two-cells.js';

describe('Operators of two cells', () => {
  let cells: TwoCells;
  beforeAll(async () => void (cells = await TwoCells.start()));
  afterAll(() => cells.stop());

  const run = async (...words: string[]) => {
    const { code, out, err } = await runCommand([...words, '--json'], cells.environment);
    return { code, err, view: out === '' ? null : JSON.parse(out) };
  };

  it('see the range of ids of each', async () => {
    expect((await run('cell', 'list')).view).toEqual([
      { name: 'a', number: 0, firstId: 1, lastId: 33_554_432, state: 'in use' },
      { name: 'b', number: 1, firstId: 33_554_433, lastId: 67_108_864, state: 'in use' },
    ]);
  });

  it('add a cell once, even with repeated commands', async () => {
    const again = await run('cell', 'add', '--name', 'b');
    expect([again.code, again.view.number]).toEqual([0, 1]);
    const home = await run('cell', 'add', '--name', 'a');
    expect([home.code, home.err]).toEqual([1, expect.stringContaining('home cell')]);
    const unknown = await run('cell', 'add', '--name', 'z');
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('CELLS_FILE has no cell z')]);
  });

  it('create partners in a cell, and change them in any cell', async () => {
    const { view: partner } = await run('partner', 'create', '--name', 'Acme', '--cell', 'b');
    expect(partner.id).toBeGreaterThanOrEqual(TwoCells.FIRST_OF_B);
    const id = String(partner.id);
    expect((await run('company', 'attach', '--partner', id, '--company', '77')).code).toBe(0);
    const told = await cells.a.database.query('SELECT cell FROM cell_company WHERE company_id = 77');
    expect(told.rows).toEqual([{ cell: 'b' }]);
    const { view: key } = await run('key', 'create', '--partner', id);
    expect(key.key).toMatch(/^lvk_b_/);
    const read = await cells.a.request('GET', '/partner/webhookSubscription', { key: key.key });
    expect(read.status).toBe(200);
    expect((await run('partner', 'update', '--id', id, '--name', 'Acme AB')).view.name).toBe('Acme AB');
    await run('partner', 'create', '--name', 'At home');
    const { view: listed } = await run('partner', 'list');
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Acme AB', cell: 'b' }),
        expect.objectContaining({ name: 'At home', cell: 'a' }),
      ]),
    );
    const lost = await run('partner', 'create', '--name', 'Lost', '--cell', 'c');
    expect([lost.code, lost.err]).toEqual([
      1,
      expect.stringContaining('CELL must be one of CELLS_FILE: a, b'),
    ]);
  });

  it('check the secrets of all cells', async () => {
    const { code, view } = await run('secrets', 'check');
    expect(code).toBe(0);
    expect(new Set(view.map(({ cell }: { cell: string }) => cell))).toEqual(new Set(['a', 'b']));
  });

  it('get findings about disagreements between cells from the doctor', async () => {
    await partnerIn('b', cells.a);
    expect((await run('cell', 'doctor')).code).toBe(0);
    await cells.a.database.query('DELETE FROM cell_company');
    const { code, view } = await run('cell', 'doctor');
    expect(code).toBe(1);
    const wrongs = view.filter(({ verdict }: { verdict: string }) => verdict === 'wrong');
    expect(wrongs).toMatchObject([{ point: 'cell b', found: 'a may lack some of its companies.' }]);
  });

  it('cannot start a process on the database of another cell, or without the other cells', async () => {
    const database = await testDatabase();
    const start = (environment: Record<string, string>) => {
      const settings = new Settings(environment);
      return createApp(settings, openLog('silent'), { ownsProcess: false });
    };
    const { cells: known } = new Settings(cells.environment);
    const [a, b] = known?.all ?? [];
    const fileOf = async (name: string, entries: readonly object[]) => {
      const file = path.join(cells.environment['DATA_DIR'] ?? '', `${name}.json`);
      await writeFile(file, JSON.stringify(entries));
      return { ...cells.environment, CELLS_FILE: file };
    };
    const entry = (name: string, url = '') => ({ name, url, addresses: ['http://127.0.0.1:1'] });
    const swapped = await fileOf('swapped', [entry('a', b?.url), entry('b', a?.url)]);
    await expect(start(swapped)).rejects.toThrow('gives cell a the database of cell b');
    const early = await fileOf('early', [entry('a', a?.url), entry('c', database.url)]);
    await expect(start({ ...early, CELL: 'c' })).rejects.toThrow('livery cell add --name c');
    const { CELLS_FILE: _, ...forgotten } = cells.environment;
    await expect(start({ ...forgotten, DATABASE_URL: a?.url ?? '' })).rejects.toThrow('Set CELLS_FILE');
    await database.drop();
  });
});
