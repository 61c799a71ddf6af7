import { readFile } from 'node:fs/promises';
import { Settings } from '../../src/shared/settings.js';

describe('docs/settings.md', () => {
  it('describes every setting that the service reads, and no other', async () => {
    const text = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    const firstCells = [...text.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
    const described = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(new Set(described)).toEqual(namesRead());
  });
});

function namesRead(): Set<string> {
  const names = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  void new Settings(environment);
  return names;
}
