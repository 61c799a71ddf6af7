import { problem, type Problem } from '../../../shared/domain/errors.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { pointerTo } from '../../../shared/domain/json-pointer.js';
import { unknownMembers } from '../../../shared/domain/unknown-members.js';

/** Credentials as they are sent, stored (sealed) and shown. */
export type AuthData = Readonly<Record<string, string>>;

/** One member of an auth type's credentials: always a string. */
export interface AuthMember {
  /** The label of its field in the console. */
  readonly label: string;
  /** A phrase for the partners' documentation. */
  readonly description: string;
  readonly example: string;
  /** Most characters. */
  readonly maxLength: number;
  /** True if it is shown masked. */
  readonly isSecret: boolean;
  /** True if it may be absent. */
  readonly isOptional?: boolean;
  /** The only values it may have. */
  readonly oneOf?: readonly string[];
  /** True if it spans lines, such as PEM. */
  readonly isMultiline?: boolean;
  /** An https URL that the service calls with the secrets: a stored secret is never sent to another one. */
  readonly isAddress?: boolean;
  /**
   * The problem of a string of allowed length, as a sentence; null if there is none. `data` has all members, some of
   * which may be wrong themselves.
   */
  readonly problemIn?: (value: string, data: Readonly<Record<string, unknown>>) => string | null;
}

/** One attempt's message as it goes out. */
export interface OutboundMessage {
  /** The `webhook-id`. */
  readonly id: string;
  /** Seconds since 1970, as in `webhook-timestamp`. */
  readonly timestamp: number;
  readonly url: string;
  readonly body: string | Buffer;
}

/** Credentials that were obtained for some time. */
export interface PreparedAuth {
  readonly state: AuthData;
  /** How long they can be used, in milliseconds from now. */
  readonly validForMs: number;
}

/** The means of auth types that need a request of their own before the first delivery. */
export interface AuthTools {
  /**
   * Posts a form to an address that a partner named, under the same guard as deliveries.
   * @throws Error when there is no answer before the signal ends it
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

/** A kind of credentials for deliveries (`authType`). */
export interface AuthType {
  readonly name: string;
  /** A phrase that describes it to partners who choose. */
  readonly meaning: string;
  readonly members: Readonly<Record<string, AuthMember>>;
  /**
   * Obtains what the headers need. Its result is kept for as long as it is valid and asked for anew when the receiver
   * answers 401. Without it, `headers` gets the credentials themselves.
   * @throws AuthUnavailable or whatever the tools throw
   */
  prepare?(data: AuthData, tools: AuthTools, signal: AbortSignal): Promise<PreparedAuth>;
  /** The headers with the credentials for this message, by name in lower case. */
  headers(state: AuthData, message: OutboundMessage): Readonly<Record<string, string>>;
  /** The certificate that connections to the receiver present. */
  clientCertificate?(data: AuthData): ClientCertificate;
}

/** Shown instead of a secret member. Sent back, it keeps the stored value. */
export const MASK = '********';

/** Everything wrong with a value meant as credentials of this type; pointers are relative to it. */
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
 * The credentials with stored values where the mask was sent.
 * @param stored the credentials of the same type that are in place; null when there are none.
 */
export function unmasked(type: AuthType, sent: AuthData, stored: AuthData | null): AuthData {
  return replaced(type, sent, (name, value) => (value === MASK ? (stored?.[name] ?? value) : value));
}

/**
 * The problems of credentials that send the mask although no value is stored, or together with another address than the
 * stored secret belongs to.
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
  if (value.length > member.maxLength) {
    return [{ pointer, code: 'too_long', message: `Must have at most ${member.maxLength} characters.` }];
  }
  if (member.oneOf && !member.oneOf.includes(value)) {
    return [{ pointer, code: 'not_allowed', message: `Must be one of: ${member.oneOf.join(', ')}.` }];
  }
  // The stored value was checked when it was sent.
  if (member.isSecret && value === MASK) return [];
  const message = member.problemIn?.(value, sent) ?? null;
  return message === null ? [] : [{ pointer, code: `invalid_${inSnakeCase(name)}`, message }];
}

/** Codes are in snake_case, and members in camelCase. */
function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
