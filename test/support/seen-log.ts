/** Every line that the services of the suite have written to their logs; look-back.ts checks them at its end. */
export const seenLog: string[] = [];

/** Members of bodies that hold secrets, however short. */
const SECRET_MEMBERS = new Set(['key', 'password', 'secret', 'token', 'link']);
const SECRET_SETTINGS = [
  'INTERNAL_TOKEN',
  'METRICS_TOKEN',
  'SECRET_KEYS',
  'DATABASE_URL',
  'SMTP_URL',
  'EVENT_SOURCE',
];
/** Public addresses: operators have to learn which of them does not answer. */
const PUBLIC_MEMBERS = new Set(['issuer', 'jwksUrl']);
/** Shorter ones are in a log by chance. */
const MIN_SECRET = 8;
const MIN_TEXT = 24;
const TIME = /^\d{4}-\d\d-\d\dT/;

/** A link into the console, with its token. */
const LINK = /\/console\/?#.*?([\w-]{20,})$/;

const confidential = new Set<string>();

/** From now on the text must not be in any log. */
export function confideText(text: string | undefined): void {
  if (text !== undefined && text.length >= MIN_SECRET) confidential.add(text);
}

/** Nothing of a body that is sent belongs in a log: neither its secrets nor its texts. */
export function confideBody(body: unknown): void {
  confideMembers(body, ({ text, member }) => {
    const isText = text.length >= MIN_TEXT && !TIME.test(text);
    return isText || SECRET_MEMBERS.has(member);
  });
}

/** Of an answer the secrets are confidential; its ids and times are in the log as well. */
export function confideAnswer(body: unknown): void {
  confideMembers(body, ({ text, member }) => SECRET_MEMBERS.has(member) || LINK.test(text));
}

function confideMembers(
  body: unknown,
  isConfidential: (leaf: { readonly text: string; readonly member: string }) => boolean,
  member = '',
): void {
  if (typeof body === 'string') {
    if (PUBLIC_MEMBERS.has(member) || !isConfidential({ text: body, member })) return;
    confideText(LINK.exec(body)?.[1] ?? body);
  } else if (typeof body === 'object' && body !== null && !ArrayBuffer.isView(body)) {
    for (const [name, value] of Object.entries(body)) confideMembers(value, isConfidential, name);
  }
}

/** The secrets among the settings of a service. */
export function confideSettings(environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of SECRET_SETTINGS) confideText(environment[name]);
  for (const [, key] of (environment['SECRET_KEYS'] ?? '').matchAll(/:([^,]+)/g)) confideText(key);
}

/** Lines with the id of a request that are not about that request. */
export function strayRequestIds(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    // A process that is killed may leave half a line.
    const isWhole = line.startsWith('{"') && line.trimEnd().endsWith('}');
    if (!isWhole || !line.includes('"requestId"')) return false;
    const { msg, context } = JSON.parse(line) as { msg: string; context?: string };
    const isAboutIt = msg === 'request' || msg.startsWith('Health Check has failed!');
    return !isAboutIt && !['Problem', 'Idempotency', 'Database', 'KeySets'].includes(context ?? '');
  });
}

/** The confidential texts in these lines, as they are or as JSON writes them. */
export function leaksIn(lines: readonly string[]): string[] {
  const all = lines.join('');
  return [...confidential].filter(
    (text) => all.includes(text) || all.includes(JSON.stringify(text).slice(1, -1)),
  );
}
