import type { ParsedPage } from './parsed-page.js';

interface StrayTableTag {
  readonly name: string;
  readonly offset: number;
  readonly message: string;
}

/** The first part of a table that is outside any table, if there is one, and what to do about it. */
export function strayTableTags({
  elements,
  tableTags,
}: Pick<ParsedPage, 'elements' | 'tableTags'>): readonly StrayTableTag[] {
  const starts = new Set(elements.map(({ start }) => start));
  // Browsers leave these tags out, so the page has no element for them.
  const strays = [...tableTags].filter(([start]) => !starts.has(start));
  return strays.slice(0, 1).map(([offset, name]) => ({ name, offset, message: outsideTable(name) }));
}

/** The sentence about a part of a table that no table contains. */
export function outsideTable(name: string): string {
  const [before, after] =
    name === 'td' || name === 'th' ? ['<table><tr>', '</tr></table>'] : ['<table>', '</table>'];
  return `<${name}> is outside any <table>, so mail programs ignore the tag: write ${before} before it and ${after} after its end.`;
}
