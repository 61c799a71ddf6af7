// Builds dist/console from console/ and the API document, if either has changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compressed } from './compressed.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'console');
const stamps = path.join(root, 'dist/console-stamps.json');
const apiDocument = path.join(root, 'dist/openapi.json');
const generated = path.join(folder, 'src/api/generated');

/** Brings the types of the API and the served files up to date. */
export async function buildConsole() {
  const before = existsSync(stamps) ? JSON.parse(readFileSync(stamps, 'utf8')) : {};
  const generators = ['api-document', 'catalogue', 'default-templates', 'mjml-elements'];
  const service = digestOf([
    path.join(root, 'dist/.tsbuildinfo'),
    ...generators.map((name) => path.join(folder, 'build', `${name}.mjs`)),
  ]);
  const isDescribed = ['schema.d.ts', 'names.ts', 'mjml-elements.json', 'default-templates.json'].every(
    (name) => existsSync(path.join(generated, name)),
  );
  if (before.service !== service || !isDescribed) await describeApi();
  const sources = digestOf(sourcesOf(folder));
  const isBuilt = before.console === sources && existsSync(path.join(root, 'dist/console/index.html'));
  if (!isBuilt) await bundle();
  writeFileSync(stamps, JSON.stringify({ service, console: sources }));
}

/** The types of the console's calls, and the texts of the API document that it shows. */
async function describeApi() {
  const emitter = fileURLToPath(new URL('api-document.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [emitter, apiDocument], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const text = readFileSync(apiDocument, 'utf8');
  const { default: openapi, astToString } = await import('openapi-typescript');
  const { catalogueOf, namesOf } = await import('./catalogue.mjs');
  const { defaultTemplates } = await import('./default-templates.mjs');
  const { mjmlElements } = await import('./mjml-elements.mjs');
  mkdirSync(generated, { recursive: true });
  writeFileSync(path.join(generated, 'schema.d.ts'), astToString(await openapi(JSON.parse(text))));
  writeFileSync(path.join(generated, 'catalogue.json'), JSON.stringify(catalogueOf(JSON.parse(text))));
  writeFileSync(path.join(generated, 'names.ts'), namesOf(JSON.parse(text)));
  writeFileSync(path.join(generated, 'mjml-elements.json'), JSON.stringify(mjmlElements()));
  writeFileSync(path.join(generated, 'default-templates.json'), JSON.stringify(defaultTemplates()));
}

async function bundle() {
  const { build } = await import('vite');
  await build({ root: folder, configFile: path.join(folder, 'vite.config.ts'), logLevel: 'warn' });
  await compressed(path.join(root, 'dist/console'));
}

function sourcesOf(directory) {
  const single = ['index.html', 'package.json', 'vite.config.ts'].map((name) => path.join(directory, name));
  const inside = ['src', 'public', 'build'].flatMap((name) =>
    readdirSync(path.join(directory, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return [...single, ...inside.sort()];
}

function digestOf(files) {
  const digest = createHash('sha256');
  for (const file of files) digest.update(file).update('\0').update(readFileSync(file));
  return digest.digest('hex');
}
