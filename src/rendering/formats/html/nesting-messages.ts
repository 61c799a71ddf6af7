/** A tag, and the line it is in. */
interface PlacedTag {
  readonly name: string;
  readonly line: number;
}

/** For an element that ended before another one, which it cannot hold, so that its end tag closes nothing. */
export function endedEarly(element: PlacedTag, follower: PlacedTag): string {
  const [one, other] = [element, follower].map(({ name, line }) => `<${name}> in line ${line}`);
  const end = `</${element.name}>`;
  if (element.name === 'a' && follower.name === 'a') {
    return `This </a> closes nothing, because a link cannot be in a link: write </a> before the ${other}.`;
  }
  const isParagraph = element.name === 'p' && follower.name !== 'p';
  const wayOut = `Write ${end} before it${isParagraph ? ', or a <div> in place of the <p>' : ''}.`;
  return `This ${end} closes nothing: the ${one} ends before ${other}, which it cannot hold. ${wayOut}`;
}

/** For an end tag that comes before that of an element inside. */
export function overlapping(name: string, inner: PlacedTag, lines: { by: number; end: number }): string {
  const instead = lines.by === lines.end ? `before </${name}>` : `before it, not in line ${lines.end}`;
  return `</${name}> comes before the end of <${inner.name}> in line ${inner.line}: write </${inner.name}> ${instead}.`;
}

/** For an element without an end tag. `before` names the tag that ends it, if there is one. */
export function neverClosed(name: string, isSelfClosing: boolean, before: string): string {
  return isSelfClosing
    ? `<${name} /> is never closed, because the slash means nothing in HTML: write <${name}></${name}>.`
    : `<${name}> is never closed: write </${name}> where it ends${before}.`;
}
