import { hasMoreCharacters } from '../../../shared/domain/characters.js';
import { problem, type Problem } from '../../../shared/domain/errors.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { pointerTo } from '../../../shared/domain/json-pointer.js';
import { unknownMembers } from '../../../shared/domain/unknown-members.js';

/** The credentials of a subscription, by member. */
export type AuthData = Readonly<Record<string, string>>;

/** One member of an auth type's credentials, always a string. */
export interface AuthMember {
  /** The label of its field in the console. */
  readonly label: string;
  /** A phrase for the partners' documentation. */
  readonly description: string;
  readonly example: string;
  /** The most characters. */
  readonly maxLength: number;
  /** True if it is shown masked. */
  readonly isSecret: boolean;
  /** True if it may be absent. */
  readonly isOptional?: boolean;
  /** The only values it may have. */
  readonly oneOf?: readonly string[];
  /** True if it spans lines, such as PEM. */
  readonly isMultiline?: boolean;
  /** True for an https URL that the service calls with the secrets. A stored secret is never sent to another URL. */
  readonly isAddress?: boolean;
  /**
   * A sentence about what is wrong with a string of allowed length, or null. `data` contains all members, which may
   * themselves be invalid.
   */
  readonly problemIn?: (value: string, data: Readonly<Record<string, unknown>>) => string | null;
}

/** The message of one attempt. */
export interface OutboundMessage {
  /** The `webhook-id`. */
  readonly id: string;
  /** Seconds since 1970, as in `webhook-timestamp`. */
  readonly timestamp: number;
  readonly url: string;
  readonly body: string | Buffer;
}

/** Obtained credentials with limited validity. */
export interface PreparedAuth {
  readonly state: AuthData;
  /** How long they are valid, in milliseconds from now. */
  readonly validForMs: number;
}

/** What auth types can use to obtain credentials before a delivery. */
export interface AuthTools {
  /**
   * Posts a form to an address chosen by a partner, through the same egress guard as deliveries.
   * @throws Error if there is no answer before the signal aborts
   */
  postForm(
    url: string,
    form: Readonly<Record<string, string>>,
    options: { readonly authorization: string; readonly signal: AbortSignal },
  ): Promise<{ readonly status: number; readonly body: string }>;
}

/** The credentials cannot be obtained. The message is for operators and contains no secret. */
export class AuthUnavailable extends Error {}

/** The client certificate of a connection (mutual TLS), in PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** A way of authenticating deliveries (`authType`). */
export interface AuthType {
  readonly name: string;
  /** A phrase that describes it to partners. */
  readonly meaning: string;
  readonly members: Readonly<Record<string, AuthMember>>;
  /**
   * Obtains what the headers need. The result is cached while it is valid, and obtained again if the receiver answers
   * 401. If absent, `headers` gets the credentials themselves.
   * @throws AuthUnavailable, or an error of the tools
   */
  prepare?(data: AuthData, tools: AuthTools, signal: AbortSignal): Promise<PreparedAuth>;
  /** The authentication headers for a message, by lower-case name. */
  headers(state: AuthData, message: OutboundMessage): Readonly<Record<string, string>>;
  /** The certificate that connections to the receiver present. */
  clientCertificate?(data: AuthData): ClientCertificate;
}

/** Shown in place of a secret. If sent back, it keeps the stored value. */
export const MASK = '********';

/** All problems of a value as credentials of this type. Pointers are relative to the value. */
export function authDataProblems(type: AuthType, value: unknown): Problem[] {
  if (!isObject(value)) {
    const members = Object.keys(type.members).join(' and ');
    return [problem('wrong_type', `Must be an object of ${members}.`)];
  }
  const sent: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value));
  return [
    ...Object.entries(type.members).flatMap(([name, member]) => memberProblems(name, member, sent)),
    ...unknownMembers(Object.keys(value), new Set(Object.keys(type.members))),
  ];
}

/** The credentials with their secret members masked. */
export function masked(type: AuthType, data: AuthData): AuthData {
  return replaced(type, data, () => MASK);
}

/**
 * Replaces masks with stored values.
 * @param stored the stored credentials of the same type, or null
 */
export function unmasked(type: AuthType, sent: AuthData, stored: AuthData | null): AuthData {
  return replaced(type, sent, (name, value) => (value === MASK ? (stored?.[name] ?? value) : value));
}

/**
 * The problems of credentials with a mask although no value is stored, or with a different address than the one that
 * the stored secret belongs to.
 */
export function strayMasks(type: AuthType, data: AuthData, stored: AuthData | null): Problem[] {
  const members = Object.entries(type.members);
  const moved = members.find(([name, { isAddress }]) => isAddress && stored && data[name] !== stored[name]);
  const stray = members.filter(
    ([name, { isSecret }]) =>
      isSecret && data[name] === MASK && (stored?.[name] === undefined || moved !== undefined),
  );
  const message =
    stored === null || moved === undefined
      ? 'Is the mask of a stored value, and none is stored.'
      : `Is the mask of a stored value, which is not sent to another ${moved[0]}. Send the value itself.`;
  return stray.map(([name]) => ({ pointer: pointerTo(name), code: 'not_allowed', message }));
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

function memberProblems(
  name: string,
  member: AuthMember,
  sent: Readonly<Record<string, unknown>>,
): Problem[] {
  const pointer = pointerTo(name);
  const { [name]: value } = sent;
  if (value === undefined)
    return member.isOptional ? [] : [{ pointer, code: 'required', message: 'Is required.' }];
  if (typeof value !== 'string') return [{ pointer, code: 'wrong_type', message: 'Must be a string.' }];
  if (hasMoreCharacters(value, member.maxLength)) {
    return [{ pointer, code: 'too_long', message: `Must have at most ${member.maxLength} characters.` }];
  }
  if (member.oneOf && !member.oneOf.includes(value)) {
    return [{ pointer, code: 'not_allowed', message: `Must be one of: ${member.oneOf.join(', ')}.` }];
  }
  // The stored value was checked when it was set.
  if (member.isSecret && value === MASK) return [];
  const message = member.problemIn?.(value, sent) ?? null;
  return message === null ? [] : [{ pointer, code: `invalid_${inSnakeCase(name)}`, message }];
}

/** Converts a member's camelCase to the snake_case of codes. */
function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
