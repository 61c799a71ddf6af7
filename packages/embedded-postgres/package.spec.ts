import { readFileSync } from 'node:fs';

interface Manifest {
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const manifestAt = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Manifest;

it('lists the same binaries as the project that npm installs', () => {
  const { optionalDependencies } = manifestAt('./package.json');
  expect(manifestAt('../../package.json').optionalDependencies).toMatchObject(optionalDependencies);
});
