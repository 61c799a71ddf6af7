/** One step of a JSON Pointer (RFC 6901) for a member's name or an element's index: `a/b` becomes `/a~1b`. */
export function pointerTo(member: string | number): string {
  return `/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
