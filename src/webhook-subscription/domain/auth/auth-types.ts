import type { AuthType } from './auth-type.js';
import { basicAuth } from './basic-auth.js';
import { bearerAuth } from './bearer-auth.js';
import { headerAuth } from './header-auth.js';
import { hmacAuth } from './hmac-auth.js';
import { mtlsAuth } from './mtls-auth.js';
import { oauth2Auth } from './oauth2-auth.js';

/** Every auth type. To add one, add its file and its entry here. */
export const authTypes: readonly AuthType[] = [
  basicAuth,
  bearerAuth,
  headerAuth,
  oauth2Auth,
  hmacAuth,
  mtlsAuth,
];

export const authTypeNames = authTypes.map(({ name }) => name);

/** The auth type of this name; null if there is none. */
export function findAuthType(name: unknown): AuthType | null {
  return authTypes.find((type) => type.name === name) ?? null;
}
