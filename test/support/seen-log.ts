/** All log lines of the services of this spec. At its end, look-back.ts checks them. */
export const seenLog: string[] = [];

/** Members of bodies that contain secrets, whatever their length. */
const SECRET_MEMBERS = new Set(['key', 'password', 'secret', 'token', 'link']);
const SECRET_SETTINGS = [
  'INTERNAL_TOKEN',
  'METRICS_TOKEN',
  'SECRET_KEYS',
  'DATABASE_URL',
  'SMTP_URL',
  'EVENT_SOURCE',
];
/** Public addresses, which operators must find in the log if they do not answer. */
const PUBLIC_MEMBERS = new Set(['issuer', 'jwksUrl']);
/** Shorter texts are in a log by chance. */
const MIN_SECRET = 8;
const MIN_TEXT = 24;
const TIME = /^\d{4}-\d\d-\d\dT/;

/** A link into the console, with its token. */
const LINK = /\/console\/?#.*?([\w-]{20,})$/;

const confidential = new Set<string>();

/** From now on this text must not be in any log. */
export function noteSecret(text: string | undefined): void {
  if (text !== undefined && text.length >= MIN_SECRET) confidential.add(text);
}

/** The whole body of a request is confidential: its secrets and its texts. */
export function noteSecretsOfBody(body: unknown): void {
  noteSecretsOfMembers(body, ({ text, member }) => {
    const isText = text.length >= MIN_TEXT && !TIME.test(text);
    return isText || SECRET_MEMBERS.has(member);
  });
}

/** In an answer only the secrets are confidential, because its ids and times are also in the log. */
export function noteSecretsOfAnswer(body: unknown): void {
  noteSecretsOfMembers(body, ({ text, member }) => SECRET_MEMBERS.has(member) || LINK.test(text));
}

function noteSecretsOfMembers(
  body: unknown,
  isConfidential: (leaf: { readonly text: string; readonly member: string }) => boolean,
  member = '',
): void {
  if (typeof body === 'string') {
    if (PUBLIC_MEMBERS.has(member) || !isConfidential({ text: body, member })) return;
    noteSecret(LINK.exec(body)?.[1] ?? body);
  } else if (typeof body === 'object' && body !== null && !ArrayBuffer.isView(body)) {
    for (const [name, value] of Object.entries(body)) noteSecretsOfMembers(value, isConfidential, name);
  }
}

/** The secrets in the settings of a service. */
export function noteSecretsOfSettings(environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of SECRET_SETTINGS) noteSecret(environment[name]);
  for (const [, key] of (environment['SECRET_KEYS'] ?? '').matchAll(/:([^,]+)/g)) noteSecret(key);
}

/** The lines with the id of a request that they are not about. */
export function unrelatedRequestIds(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    // A killed process may leave half a line.
    const isWhole = line.startsWith('{"') && line.trimEnd().endsWith('}');
    if (!isWhole || !line.includes('"requestId"')) return false;
    const { msg, context } = JSON.parse(line) as { msg: string; context?: string };
    const isAboutIt = msg === 'request' || msg.startsWith('Health Check has failed!');
    return !isAboutIt && !['Problem', 'Idempotency', 'Database', 'KeySets'].includes(context ?? '');
  });
}

/** The confidential texts in these lines, as they are or as JSON strings. */
export function leaksIn(lines: readonly string[]): string[] {
  const all = lines.join('');
  return [...confidential].filter(
    (text) => all.includes(text) || all.includes(JSON.stringify(text).slice(1, -1)),
  );
}
