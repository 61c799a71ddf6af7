import { isWeakDkimKey } from './dkim-key.js';
import { type DkimIdentity, domainOf, isAligned, type Sender } from './sender.js';

const SPF = /^v=spf1(?: |$)/i;
const DMARC = /^v=DMARC1\s*(?:;|$)/i;

/** Looks up TXT records. */
export interface TextRecords {
  /** The TXT records of a name; empty if it has none, null if no name server answers in time. */
  of(name: string): Promise<readonly string[] | null>;
}

/** The domains of envelope senders, which determine whose SPF record counts. */
export interface EnvelopeDomains {
  /** The domain of MAIL_FROM, whose SPF record lists our relays. */
  readonly ours: string;
  /**
   * The domain of BOUNCE_ADDRESS, used by all envelopes if it is set; null if envelopes use the sender's own domain.
   */
  readonly bounce: string | null;
}

export const recordKinds = ['SPF', 'DKIM', 'DMARC'] as const;
export const recordVerdicts = ['ok', 'warning', 'wrong'] as const;

/** The result of checking one DNS record of a sender. */
export interface RecordFinding {
  readonly record: (typeof recordKinds)[number];
  readonly verdict: (typeof recordVerdicts)[number];
  /** A sentence about what was found. */
  readonly found: string;
  /** The TXT record to publish; null if nothing has to change. */
  readonly publish: TextRecord | null;
  /** Further advice, or null. */
  readonly advice: string | null;
}

export interface TextRecord {
  readonly name: string;
  readonly value: string;
}

/**
 * Checks SPF, DKIM and DMARC of a partner's sender. Findings contain the record to publish if it is missing or wrong.
 */
export async function senderRecords(
  { from, dkim }: Sender,
  texts: TextRecords,
  envelope: EnvelopeDomains,
): Promise<RecordFinding[]> {
  const domain = domainOf(from);
  const [spf, signature, policy] = await Promise.all([
    spfFinding(domain, texts, envelope),
    dkim === null ? [unsigned(from)] : dkimFindings(domain, dkim, texts),
    dmarcFinding(domain, texts),
  ]);
  return [...(spf === null ? [] : [spf]), ...signature, policy];
}

/** Null if the domain's SPF does not matter, because envelopes use BOUNCE_ADDRESS. */
async function spfFinding(
  domain: string,
  texts: TextRecords,
  { ours, bounce }: EnvelopeDomains,
): Promise<RecordFinding | null> {
  if (bounce !== null && !isAligned(bounce, domain)) return null;
  const name = bounce ?? domain;
  const include = `include:${ours}`;
  const records = (await texts.of(name))?.filter((text) => SPF.test(text));
  if (records === undefined) return unanswered('SPF', name);
  const [record, second] = records;
  if (record === undefined) {
    const value = name === ours ? 'v=spf1 <the addresses of your relay> ~all' : `v=spf1 ${include} ~all`;
    return wrong('SPF', `${name} has no SPF record.`, { name, value });
  }
  if (second !== undefined) {
    const found = `${name} has ${records.length} SPF records; receivers then use none.`;
    return wrong('SPF', found, null, 'Keep one of them, with everything that the others list.');
  }
  const terms = record.toLowerCase().split(/\s+/);
  if (name === ours || terms.includes(include) || terms.includes(`redirect=${ours}`)) {
    return ok('SPF', `SPF of ${name}: ${record}`);
  }
  const value = ['v=spf1', include, ...record.split(/\s+/).slice(1)].join(' ');
  return {
    record: 'SPF',
    verdict: 'warning',
    found: `The SPF record of ${name} does not include ${ours}: ${record}`,
    publish: { name, value },
    advice: 'It may already list the relay in another way.',
  };
}

async function dkimFindings(
  fromDomain: string,
  { domain, selector, publicKey }: DkimIdentity,
  texts: TextRecords,
): Promise<RecordFinding[]> {
  const findings = [await keyFinding(`${selector}._domainkey.${domain}`, publicKey, texts)];
  if (!isAligned(domain, fromDomain)) {
    const found = `Emails come from ${fromDomain} and are signed for ${domain}, so DMARC does not count the signature.`;
    findings.push(wrong('DKIM', found, null, `Sign for ${fromDomain} or the domain above it.`));
  }
  if (isWeakDkimKey(publicKey)) {
    findings.push(
      warning(
        'DKIM',
        'The DKIM key has less than 2,048 bits, which RFC 8301 recommends.',
        'Make a longer key, publish it under another selector, and set the sender again.',
      ),
    );
  }
  return findings;
}

async function keyFinding(name: string, publicKey: string, texts: TextRecords): Promise<RecordFinding> {
  const records = await texts.of(name);
  if (records === null) return unanswered('DKIM', name);
  const publish = { name, value: `v=DKIM1; k=rsa; p=${publicKey}` };
  const [record] = records;
  if (record === undefined) return wrong('DKIM', `${name} has no DKIM record.`, publish);
  if (records.length > 1) {
    return wrong('DKIM', `${name} has ${records.length} records; receivers use one at random.`, publish);
  }
  const published = /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? '';
  if (published === publicKey) return ok('DKIM', `DKIM: ${name} has the public key.`);
  const what = published === '' ? 'revokes the key' : 'has another key';
  return wrong('DKIM', `The DKIM record ${name} ${what}.`, publish);
}

function unsigned(from: string): RecordFinding {
  return warning(
    'DKIM',
    `Livery does not sign the emails from ${from}.`,
    'Set dkim with the sender, unless the relay signs for that domain.',
  );
}

/** A domain without a policy inherits that of the domains above it (RFC 7489, 6.6.3). */
async function dmarcFinding(domain: string, texts: TextRecords): Promise<RecordFinding> {
  const labels = domain.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    const name = `_dmarc.${labels.slice(from).join('.')}`;
    const records = await texts.of(name);
    if (records === null) return unanswered('DMARC', name);
    const policy = records.find((text) => DMARC.test(text));
    if (policy !== undefined) return ok('DMARC', `DMARC: ${name} has ${policy}`);
  }
  const found = `${domain} has no DMARC record; Gmail and Yahoo ask for one from those who send in bulk.`;
  return wrong('DMARC', found, { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' });
}

function unanswered(record: RecordFinding['record'], name: string): RecordFinding {
  return warning(record, `${record} of ${name} could not be looked up.`, 'Look it up again later.');
}

function ok(record: RecordFinding['record'], found: string): RecordFinding {
  return { record, verdict: 'ok', found, publish: null, advice: null };
}

function warning(record: RecordFinding['record'], found: string, advice: string): RecordFinding {
  return { record, verdict: 'warning', found, publish: null, advice };
}

function wrong(
  record: RecordFinding['record'],
  found: string,
  publish: TextRecord | null,
  advice: string | null = null,
): RecordFinding {
  return { record, verdict: 'wrong', found, publish, advice };
}
