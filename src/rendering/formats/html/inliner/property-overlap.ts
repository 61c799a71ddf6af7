/** Groups of properties that affect one another although their names share no prefix. */
const GROUPS: readonly RegExp[] = [
  /^border(?!-collapse|-spacing|.*radius)/,
  /^border.*radius/,
  /^(?:inset|top|right|bottom|left)\b/,
  /^(?:font|line-height)$/,
  /^(?:overflow-wrap|word-wrap)$/,
  /^(?:page-)?break-/,
  /^(?:white-space|text-wrap|text-space)/,
  /^(?:align|justify|place)-/,
  /^(?:grid|gap|row-gap|column)/,
  /^flex-(?:flow|direction|wrap)$/,
  /^text-(?:decoration|underline)/,
];
const SIZE = /^(?:min-|max-)?(?:width|height|inline-size|block-size)$/;
/** Properties that depend on the direction of writing. */
const LOGICAL = /\b(?:inline|block)\b/;

const known = new Map<string, boolean>();
const MAX_KNOWN = 20_000;

/** True if two properties may set the same thing, such as `margin` and `margin-left`. True if in doubt. */
export function overlaps(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.startsWith('--') || other.startsWith('--')) return one === 'all' || other === 'all';
  const key = `${one} ${other}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = overlap(standard(one), standard(other));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

function overlap(one: string, other: string): boolean {
  if (one === 'all' || other === 'all' || one === other) return true;
  if (one.startsWith(`${other}-`) || other.startsWith(`${one}-`)) return true;
  if (LOGICAL.test(one) || LOGICAL.test(other)) {
    if (SIZE.test(one) && SIZE.test(other)) return true;
    if (firstWord(one) === firstWord(other)) return true;
  }
  return GROUPS.some((group) => group.test(one) && group.test(other));
}

/** Removes a vendor prefix, since the property may be the same. */
function standard(property: string): string {
  return property.replace(/^-(?:webkit|moz|ms|o)-/, '');
}

function firstWord(property: string): string {
  return property.split('-', 1)[0] ?? property;
}
