import { existsSync, readFileSync } from 'node:fs';

interface Package {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const PACKAGE: Package = JSON.parse(readFileSync(packageFile(), 'utf8'));

/** The version of the service from package.json. */
export const SERVICE_VERSION: string = PACKAGE.version;

/** The pinned versions of dependencies by package name, from package.json. */
export const PINNED_VERSIONS = PACKAGE.dependencies;

/** Finds package.json, relative to which sources and build have different depths. */
function packageFile(): URL {
  const file = ['../../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error('package.json is missing.');
  return file;
}
