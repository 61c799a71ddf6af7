import { InvalidInput, type Problem } from '../../../shared/domain/errors.js';
import { type AuthData, authDataProblems, strayMasks, unmasked } from './auth-type.js';
import { authTypes, findAuthType } from './auth-types.js';

/** The authentication that a partner chooses. Absent members do not change. */
export interface AuthChoice {
  readonly authType?: string | null;
  readonly authData?: AuthData | null;
}

/** The current authentication of a subscription. `authData` is also null if stored credentials cannot be decrypted. */
export interface PresentAuth {
  readonly authType: string | null;
  readonly authData: AuthData | null;
}

export const NO_AUTH: PresentAuth = { authType: null, authData: null };

export interface NewAuth {
  readonly authType: string;
  readonly authData: AuthData;
}

/** The result of a choice: no credentials, the stored ones, or new ones. */
export type AuthOutcome = 'none' | 'kept' | NewAuth;

/**
 * Merges a choice with the current authentication: `authType: null` clears the credentials, the mask keeps a stored
 * secret.
 * @throws InvalidInput with everything that `authProblems` finds
 */
export function authAfter(choice: AuthChoice, present: PresentAuth): AuthOutcome {
  const problems = authProblems(choice, present);
  if (problems.length > 0) throw new InvalidInput(problems);
  const { authType = present.authType, authData } = choice;
  const type = findAuthType(authType);
  if (type === null) return 'none';
  if (!authData) return 'kept';
  const merged = unmasked(type, authData, storedFor(type.name, present));
  // Members that are valid separately may be invalid together with the stored ones.
  const mismatches = authDataProblems(type, merged);
  if (mismatches.length > 0) throw new InvalidInput(ofAuthData(mismatches));
  return { authType: type.name, authData: merged };
}

/** All problems of a choice, given the current authentication. Pointers start at the subscription. */
export function authProblems(choice: AuthChoice, present: PresentAuth): Problem[] {
  const { authType = present.authType, authData } = choice;
  if (authData !== undefined && typeof authData !== 'object') {
    return [{ pointer: '/authData', code: 'wrong_type', message: 'Must be null or an object.' }];
  }
  if (authType === null) {
    if (choice.authType === null || !authData) return [];
    return [{ pointer: '/authType', code: 'required', message: 'Is required with authData.' }];
  }
  const type = findAuthType(authType);
  if (type === null) {
    const names = authTypes.map(({ name }) => name).join(', ');
    return [{ pointer: '/authType', code: 'not_allowed', message: `Must be null or one of: ${names}.` }];
  }
  if (authData === undefined && authType === present.authType) return [];
  if (!authData) {
    return [{ pointer: '/authData', code: 'required', message: `Is required with authType ${authType}.` }];
  }
  const problems = authDataProblems(type, authData);
  problems.push(...strayMasks(type, authData, storedFor(authType, present)));
  return ofAuthData(problems);
}

function ofAuthData(problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, pointer: `/authData${problem.pointer}` }));
}

function storedFor(authType: string, present: PresentAuth): AuthData | null {
  return present.authType === authType ? present.authData : null;
}
