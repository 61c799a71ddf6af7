import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The part of caniemail's entries that we use. */
interface Feature {
  readonly title: string;
  readonly url: string;
  readonly category: string;
  /** Support by family, platform and tested version: `y`, `n` or `a` (partial), followed by notes. */
  readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
}

/**
 * The mail clients of nearly all recipients: Apple Mail and Gmail, common at home, and Outlook, common in companies.
 * All others have a few percent at most, so what only they lack does not justify a warning. See docs/decisions.md.
 */
const CLIENTS: readonly (readonly [family: string, platform: string, name: string])[] = [
  ['gmail', 'desktop-webmail', 'Gmail'],
  ['gmail', 'ios', 'Gmail (iOS)'],
  ['gmail', 'android', 'Gmail (Android)'],
  ['apple-mail', 'macos', 'Apple Mail'],
  ['apple-mail', 'ios', 'Apple Mail (iOS)'],
  ['outlook', 'windows', 'Outlook (Windows)'],
  ['outlook', 'outlook-com', 'Outlook.com'],
];
/** Features that every email uses, and that MJML itself produces. */
const EXPECTED = ['<body>', '<style>', 'background-image', 'display:none'];
/** Always accepted, because rules in media queries are checked separately. */
const MEDIA = '@media';
/** Without these, an email looks plainer but remains readable and usable. */
const DECORATION = [
  '@font-face @keyframes @supports ::after ::before :active :checked :first-child :focus :focus-visible :hover',
  ':lang :last-child :link :not :nth-child :visited accent-color animation appearance aspect-ratio backdrop-filter',
  '<picture> <source> <wbr>',
  'background-blend-mode background-clip background-origin background-position background-repeat background-size',
  'border-collapse border-image border-radius border-spacing box-shadow box-sizing caret-color clear color-scheme cursor',
  'filter font-feature-settings font-kerning font-size-adjust font-stretch font-variant gap hyphens letter-spacing',
  'line-break linear-gradient() list-style-image list-style-position list-style-type max-height max-width',
  'min-height min-width mix-blend-mode object-fit object-position opacity orphans outline outline-color',
  'outline-offset outline-style outline-width overflow overflow-wrap radial-gradient() scroll-behavior tab-size',
  'table-layout text-decoration-color text-decoration-line text-decoration-skip-ink text-decoration-style',
  'text-decoration-thickness text-justify text-overflow text-rendering text-shadow text-size-adjust',
  'text-underline-offset text-wrap transform transition user-select white-space widows word-break word-spacing',
  'word-wrap',
].flatMap((names) => names.split(' '));
const DECORATIONS: ReadonlySet<string> = new Set(DECORATION);
const HARMLESS = new Set([...EXPECTED, ...DECORATION]);

/** True if an email without this feature only looks plainer. */
export function isDecoration(part: string): boolean {
  return DECORATIONS.has(part);
}

/** A feature, and the names of the mail clients that do not support it. */
export interface MissingSupport {
  readonly clients: readonly string[];
  /** Its page on caniemail.com. */
  readonly url: string;
}

/** The clients that lack at least one of the features, in the order of CLIENTS. */
export function clientsWithout(missing: readonly MissingSupport[]): readonly string[] {
  return CLIENTS.map(([, , name]) => name).filter((name) =>
    missing.some(({ clients }) => clients.includes(name)),
  );
}

let known: ReadonlyMap<string, MissingSupport> | null = null;

/** The clients that ignore media queries and everything in them. */
export function clientsWithoutMedia(): readonly string[] {
  known ??= readSupport();
  return known.get(MEDIA)?.clients ?? [];
}

/**
 * Looks up a feature that some mail clients lack; null if all of them support it. Features are written like `<video>`,
 * `position`, `display:grid`, `max()`, `@import` or `:hover`.
 */
export function missingSupport(part: string): MissingSupport | null {
  known ??= readSupport();
  return part === MEDIA ? null : (known.get(part) ?? null);
}

function readSupport(): ReadonlyMap<string, MissingSupport> {
  const file = createRequire(import.meta.url).resolve('caniemail/caniemail.json');
  // The version is pinned, and a test checks its shape.
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { readonly data: readonly Feature[] };
  const support = new Map<string, MissingSupport>();
  for (const { title, category, stats, url } of data) {
    const clients = CLIENTS.filter(([family, platform]) => lacks(stats[family]?.[platform])).map(
      ([, , name]) => name,
    );
    if (clients.length === 0) continue;
    for (const part of partsOf(title, category)) if (!HARMLESS.has(part)) support.set(part, { clients, url });
  }
  return support;
}

/** True if the newest tested version does not support the feature. */
function lacks(versions: Readonly<Record<string, string>> | undefined): boolean {
  return (
    Object.entries(versions ?? {})
      .toSorted(newestLast)
      .at(-1)?.[1]
      .startsWith('n') ?? false
  );
}

function newestLast([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** The features that a title of caniemail names; empty for other subjects. */
function partsOf(title: string, category: string): readonly string[] {
  if (category === 'html') {
    const [, element] = /<([a-z0-9]+)>/.exec(title) ?? [];
    return element === undefined || title.includes(' to ') ? [] : [`<${element}>`];
  }
  if (category !== 'css') return [];
  if (/^@[a-z-]+$/.test(title)) return [title];
  if (/^::?[a-z-]+(\(\))?$/.test(title)) return [title.replace('()', '')];
  const [, name] = /\b([a-z-]+)\(\)/.exec(title) ?? [];
  if (name !== undefined) return [`${name}()`];
  const [pair, property, value] = /^([a-z-]+):\s*([a-z-]+)$/.exec(title) ?? [];
  if (pair !== undefined) return [`${property}:${value}`];
  if (title.startsWith('CSS Variables')) return ['var()'];
  const names = title
    .replace(/ (property|shorthand|CSS property)$/, '')
    .trim()
    .split(/, | & /);
  return names.every((each) => /^[a-z]+(-[a-z]+)*$/.test(each)) ? names : [];
}
