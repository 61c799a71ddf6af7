const NAMED = /^([a-z][a-z0-9]{0,15})\.(?=.)/;

/**
 * Prefixes a token with its cell, so that any process can forward its requests. Tokens of the home cell have no prefix.
 */
export function tokenOfCell(cell: string | null, token: string): string {
  return cell === null ? token : `${cell}.${token}`;
}

/** The token without the prefix. */
export function plainToken(token: string): string {
  return token.replace(NAMED, '');
}

/** The cell in the prefix; null for a token of the home cell. Tokens themselves contain no dot. */
export function cellOfToken(token: string): string | null {
  return NAMED.exec(token)?.[1] ?? null;
}
