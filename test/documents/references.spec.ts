import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'bench/README.md',
  'console/README.md',
  'packages/embedded-postgres/README.md',
  'test/README.md',
  'test/simulation/README.md',
  ...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`),
];
/** A path from the root of the repository. */
const PATH = /^(?:src|test|docs|console|migrations|schematics|scripts|bench|deploy|packages|\.ci)\/[\w./-]*$/;
const FILE_NAME = /^[\w-][\w.-]*\.(?:ts|mjs|cjs)$/;
/** Files that a generator writes, which the docs show as examples. */
const GENERATED = [
  'hub-signature-auth.ts',
  'plain-text.ts',
  'percent.ts',
  'reminder.ts',
  'reminder-default-template.ts',
];
const FILES = new Set(
  [
    'src',
    'test',
    'migrations',
    'scripts',
    'bench',
    'schematics',
    'console/src',
    'console/tools',
    'packages',
  ].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.basename(name),
    ),
  ),
);

describe.each(DOCUMENTS.filter((name) => name.endsWith('.md')))('%s', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

  it('names only files and folders that exist', () => {
    const missing = quoted.filter(
      (code) =>
        !GENERATED.includes(path.basename(code)) &&
        ((PATH.test(code) && !existsSync(path.join(ROOT, code))) || (FILE_NAME.test(code) && !isFile(code))),
    );
    expect(missing).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const broken = targets.filter((target) => !/^https?:/.test(target) && !leadsSomewhere(document, target));
    expect(broken).toEqual([]);
  });
});

describe('The table of docs/decisions.md', () => {
  it('has every file of src/shared/http', () => {
    const text = readFileSync(path.join(ROOT, 'docs/decisions.md'), 'utf8');
    const files = readdirSync(path.join(ROOT, 'src/shared/http')).filter(
      (name) => !name.endsWith('.spec.ts'),
    );
    expect(files.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

function isFile(name: string): boolean {
  return FILES.has(name) || existsSync(path.join(ROOT, name));
}

function leadsSomewhere(document: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const found = path.join(ROOT, file === '' ? document : path.join(path.dirname(document), file));
  if (!existsSync(found)) return false;
  return heading === undefined || (statSync(found).isFile() && headingsOf(found).includes(heading));
}

/** The anchors that GitHub gives the headings of a document. */
function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
