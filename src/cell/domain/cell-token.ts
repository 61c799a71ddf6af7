const NAMED = /^([a-z][a-z0-9]{0,15})\.(?=.)/;

/** A token that names its cell, so that any process can pass on what it opens. Those of the home cell name none. */
export function tokenOfCell(cell: string | null, token: string): string {
  return cell === null ? token : `${cell}.${token}`;
}

/** A token without the name of its cell. */
export function plainToken(token: string): string {
  return token.replace(NAMED, '');
}

/** The cell that a token names; null for one of the home cell. Tokens themselves have no dot. */
export function cellOfToken(token: string): string | null {
  return NAMED.exec(token)?.[1] ?? null;
}
