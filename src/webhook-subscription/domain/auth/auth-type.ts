import type { Problem } from '../../../shared/domain/errors.js';
import { pointerTo } from '../../../shared/domain/json-pointer.js';

/** Credentials as they are sent, stored (sealed) and shown. */
export type AuthData = Readonly<Record<string, string>>;

/** One member of an auth type's credentials: always a string, and always required. */
export interface AuthMember {
  /** What people call it, as the console does above its field. */
  readonly label: string;
  /** What partners read of it in the documentation: a phrase. */
  readonly description: string;
  readonly example: string;
  /** Most characters. */
  readonly maxLength: number;
  /** Reads back masked. */
  readonly isSecret: boolean;
  /** What is wrong with a value that is a string of allowed length, as a sentence; null when nothing is. */
  readonly problemIn?: (value: string) => string | null;
}

/** A way in which a delivery proves to the partner's endpoint where it comes from (`authType`). */
export interface AuthType {
  readonly name: string;
  /** What partners read of it where they choose: a phrase. */
  readonly meaning: string;
  readonly members: Readonly<Record<string, AuthMember>>;
  /** The headers that carry these credentials, by name in lower case. */
  headers(data: AuthData): Readonly<Record<string, string>>;
}

/** What a secret member reads back as; sent back, it keeps the stored value. */
export const MASK = '********';

/** Everything wrong with a value meant as credentials of this type; pointers are relative to it. */
export function authDataProblems(type: AuthType, value: unknown): Problem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const members = Object.keys(type.members).join(' and ');
    return [{ pointer: '', code: 'wrong_type', message: `Must be an object of ${members}.` }];
  }
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(type.members, name));
  const sent = new Map(Object.entries(value));
  return [
    ...Object.entries(type.members).flatMap(([name, member]) => memberProblems(name, member, sent.get(name))),
    ...unknown.map((name) => ({
      pointer: pointerTo(name),
      code: 'unknown_member',
      message: 'Is not known here.',
    })),
  ];
}

/** The credentials with their secret members masked. */
export function masked(type: AuthType, data: AuthData): AuthData {
  return replaced(type, data, () => MASK);
}

/**
 * The credentials with stored values where the mask was sent.
 * @param stored the credentials of the same type that are in place; null when there are none.
 */
export function unmasked(type: AuthType, sent: AuthData, stored: AuthData | null): AuthData {
  return replaced(type, sent, (name, value) => (value === MASK ? (stored?.[name] ?? value) : value));
}

/** The problems of credentials that send the mask although there is no stored value that it could stand for. */
export function strayMasks(type: AuthType, data: AuthData): Problem[] {
  const stray = Object.keys(type.members).filter(
    (name) => type.members[name]?.isSecret && data[name] === MASK,
  );
  return stray.map((name) => ({
    pointer: pointerTo(name),
    code: 'not_allowed',
    message: 'Is the mask of a stored value, and none is stored.',
  }));
}

function replaced(
  type: AuthType,
  data: AuthData,
  replacement: (name: string, value: string) => string,
): AuthData {
  const entries = Object.entries(data).map(([name, value]) => {
    const isSecret = type.members[name]?.isSecret ?? true;
    return [name, isSecret ? replacement(name, value) : value];
  });
  return Object.fromEntries(entries);
}

function memberProblems(name: string, member: AuthMember, value: unknown): Problem[] {
  const pointer = pointerTo(name);
  if (value === undefined) return [{ pointer, code: 'required', message: 'Is required.' }];
  if (typeof value !== 'string') return [{ pointer, code: 'wrong_type', message: 'Must be a string.' }];
  if (value.length > member.maxLength) {
    return [{ pointer, code: 'too_long', message: `Must have at most ${member.maxLength} characters.` }];
  }
  const message = member.problemIn?.(value) ?? null;
  return message === null ? [] : [{ pointer, code: `invalid_${name}`, message }];
}
