import type { AuthType } from './auth-type.js';
import { basicAuth } from './basic-auth.js';
import { bearerAuth } from './bearer-auth.js';
import { headerAuth } from './header-auth.js';
import { hmacAuth } from './hmac-auth.js';
import { mtlsAuth } from './mtls-auth.js';
import { oauth2Auth } from './oauth2-auth.js';

/** All auth types. To add one, add its file and an entry here. */
export const authTypes: readonly AuthType[] = [
  basicAuth,
  bearerAuth,
  headerAuth,
  oauth2Auth,
  hmacAuth,
  mtlsAuth,
];

export const authTypeNames = authTypes.map(({ name }) => name);

/** The auth type with this name, or null. */
export function findAuthType(name: unknown): AuthType | null {
  return authTypes.find((type) => type.name === name) ?? null;
}
