import { Unprocessable } from '../../../shared/domain/errors.js';
import type { AuthChoice } from './auth-choice.js';
import { MASK } from './auth-type.js';
import { findAuthType } from './auth-types.js';

/** The URL of a subscription, and whether it has credentials. */
interface Target {
  readonly url: string;
  readonly authType: string | null;
}

/**
 * Prevents a change of scheme, host or port from sending stored credentials to a new place, unless the same change sets
 * the credentials. For CREDENTIALS_FOLLOW_URL=off.
 * @throws Unprocessable `credentials_required`
 */
export function requireCredentials(before: Target, after: Target, { authData }: AuthChoice): void {
  const sendsCredentials = before.authType !== null && after.authType !== null;
  if (!sendsCredentials || new URL(before.url).origin === new URL(after.url).origin) return;
  const secrets = Object.entries(findAuthType(after.authType)?.members ?? {}).filter(
    ([, member]) => member.isSecret,
  );
  if (authData && secrets.every(([name]) => authData[name] !== MASK)) return;
  throw new Unprocessable(
    'credentials_required',
    'The URL changes its scheme, host or port, so the credentials for it have to be sent again.',
    [{ pointer: '/authData', code: 'credentials_required', message: 'Is required in full with this URL.' }],
  );
}
