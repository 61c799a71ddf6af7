/** The scheme and the token of an Authorization header. */
export interface Credential {
  readonly scheme: 'bearer' | 'jwt';
  readonly token: string;
}

/** Reads `Bearer <token>` or `JWT <token>`, the scheme in any case (RFC 9110, 11.1); null for everything else. */
export function credentialOf(authorization: string | undefined): Credential | null {
  const [, scheme, token] = /^(bearer|jwt) +([\x21-\x7e]+)$/i.exec(authorization ?? '') ?? [];
  if (scheme === undefined || token === undefined) return null;
  return { scheme: scheme.toLowerCase() === 'jwt' ? 'jwt' : 'bearer', token };
}
