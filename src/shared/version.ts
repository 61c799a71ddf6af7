import { existsSync, readFileSync } from 'node:fs';

interface Package {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const PACKAGE: Package = JSON.parse(readFileSync(packageFile(), 'utf8'));

/** The version of the service, as package.json says. */
export const SERVICE_VERSION: string = PACKAGE.version;

/** The versions of the packages that the service runs with, by their names, as package.json pins them. */
export const PINNED_VERSIONS = PACKAGE.dependencies;

/** The sources and the build lie at different depths below it. */
function packageFile(): URL {
  const file = ['../../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error('package.json is missing.');
  return file;
}
