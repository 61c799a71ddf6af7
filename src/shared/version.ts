import { existsSync, readFileSync } from 'node:fs';

/** The version of the service, as package.json says. */
export const SERVICE_VERSION: string = versionOf(packageFile());

/** The sources and the build lie at different depths below it. */
function packageFile(): URL {
  const file = ['../../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error('package.json is missing.');
  return file;
}

function versionOf(file: URL): string {
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version;
}
