import { isWeakDkimKey } from '../../email/domain/dkim-key.js';
import { type DkimIdentity, domainOf, isAligned, type Sender } from '../../email/domain/sender.js';
import { DnsTexts, type TextRecords } from './dns-texts.js';
import { type Finding, ok, warning, wrong } from './finding.js';

const SPF = /^v=spf1(?: |$)/i;
const DMARC = /^v=DMARC1\s*(?:;|$)/i;

/** The domains of envelopes, which decide whose SPF record counts. */
export interface EnvelopeDomains {
  /** The domain of MAIL_FROM, whose SPF record names our relays. */
  readonly ours: string;
  /** The domain of BOUNCE_ADDRESS, from which all envelopes come then; null: from the sender's own domain. */
  readonly bounce: string | null;
}

/** Senders that are looked up at a time. */
const AT_ONCE = 20;

/** The findings of every sender, a few at a time. @param servers name servers; none: those of the machine */
export async function findingsOfSenders(
  senders: AsyncIterable<Sender>,
  servers: readonly string[],
  envelope: EnvelopeDomains,
): Promise<Finding[]> {
  const texts = new DnsTexts(servers);
  const findings: Finding[] = [];
  let group: Promise<Finding[]>[] = [];
  try {
    for await (const sender of senders) {
      group.push(senderFindings(sender, texts, envelope));
      if (group.length < AT_ONCE) continue;
      findings.push(...(await Promise.all(group)).flat());
      group = [];
    }
    return [...findings, ...(await Promise.all(group)).flat()];
  } finally {
    texts.close();
  }
}

/** SPF, DKIM and DMARC of a partner's sender, each with the record to publish when it is missing or different. */
export async function senderFindings(
  sender: Sender,
  texts: TextRecords,
  envelope: EnvelopeDomains,
): Promise<Finding[]> {
  const { partnerId, from, dkim } = sender;
  const point = `sender of partner ${partnerId}`;
  const [spf, signature, policy] = await Promise.all([
    spfFinding(point, domainOf(from), texts, envelope),
    dkim === null ? unsigned(point, from) : dkimFindings(point, domainOf(from), dkim, texts),
    dmarcFinding(point, domainOf(from), texts),
  ]);
  return [...(spf === null ? [] : [spf]), ...signature, policy];
}

/** Null when SPF of the domain is not asked, because envelopes come from BOUNCE_ADDRESS. */
async function spfFinding(
  point: string,
  domain: string,
  texts: TextRecords,
  { ours, bounce }: EnvelopeDomains,
): Promise<Finding | null> {
  if (bounce !== null && !isAligned(bounce, domain)) return null;
  const name = bounce ?? domain;
  const include = `include:${ours}`;
  const records = (await texts.of(name))?.filter((text) => SPF.test(text));
  if (records === undefined) return unanswered(point, 'SPF', name);
  const [record, second] = records;
  if (record === undefined) {
    const value = name === ours ? 'v=spf1 <the addresses of your relay> ~all' : `v=spf1 ${include} ~all`;
    return wrong(point, `${name} has no SPF record.`, publish(name, value));
  }
  if (second !== undefined) {
    return wrong(
      point,
      `${name} has ${records.length} SPF records; receivers then use none.`,
      'Keep one of them, with everything that the others list.',
    );
  }
  const terms = record.toLowerCase().split(/\s+/);
  if (name === ours || terms.includes(include) || terms.includes(`redirect=${ours}`)) {
    return ok(point, `SPF of ${name}: ${record}`);
  }
  return warning(
    point,
    `The SPF record of ${name} does not include ${ours}: ${record}`,
    `${publish(name, ['v=spf1', include, ...record.split(/\s+/).slice(1)].join(' '))} It may already list the relay in another way.`,
  );
}

async function dkimFindings(
  point: string,
  fromDomain: string,
  { domain, selector, publicKey }: DkimIdentity,
  texts: TextRecords,
): Promise<Finding[]> {
  const findings = [await keyFinding(point, `${selector}._domainkey.${domain}`, publicKey, texts)];
  if (!isAligned(domain, fromDomain)) {
    findings.push(
      wrong(
        point,
        `Emails come from ${fromDomain} and are signed for ${domain}, so DMARC does not count the signature.`,
        `Sign for ${fromDomain} or the domain above it.`,
      ),
    );
  }
  if (isWeakDkimKey(publicKey)) {
    findings.push(
      warning(
        point,
        'The DKIM key has less than 2,048 bits, which RFC 8301 recommends.',
        'Make a longer key, publish it under another selector, and set the sender again.',
      ),
    );
  }
  return findings;
}

async function keyFinding(
  point: string,
  name: string,
  publicKey: string,
  texts: TextRecords,
): Promise<Finding> {
  const records = await texts.of(name);
  if (records === null) return unanswered(point, 'DKIM', name);
  const advice = publish(name, `v=DKIM1; k=rsa; p=${publicKey}`);
  const [record] = records;
  if (record === undefined) return wrong(point, `${name} has no DKIM record.`, advice);
  if (records.length > 1) {
    return wrong(point, `${name} has ${records.length} records; receivers use one at random.`, advice);
  }
  const published = /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? '';
  if (published === publicKey) return ok(point, `DKIM: ${name} has the public key.`);
  const what = published === '' ? 'revokes the key' : 'has another key';
  return wrong(point, `The DKIM record ${name} ${what}.`, advice);
}

function unsigned(point: string, from: string): Finding[] {
  return [
    warning(
      point,
      `Livery does not sign the emails from ${from}.`,
      'Set dkim with the sender, unless the relay signs for that domain.',
    ),
  ];
}

/** A domain without a policy inherits that of the domains above it (RFC 7489, 6.6.3). */
async function dmarcFinding(point: string, domain: string, texts: TextRecords): Promise<Finding> {
  const labels = domain.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    const name = `_dmarc.${labels.slice(from).join('.')}`;
    const records = await texts.of(name);
    if (records === null) return unanswered(point, 'DMARC', name);
    const policy = records.find((text) => DMARC.test(text));
    if (policy !== undefined) return ok(point, `DMARC: ${name} has ${policy}`);
  }
  return wrong(
    point,
    `${domain} has no DMARC record; Gmail and Yahoo ask for one from those who send in bulk.`,
    publish(`_dmarc.${domain}`, 'v=DMARC1; p=none'),
  );
}

function unanswered(point: string, what: string, name: string): Finding {
  return warning(point, `${what} of ${name} could not be looked up.`, 'Look it up again later.');
}

function publish(name: string, value: string): string {
  return `Publish: ${name}. IN TXT "${value}"`;
}
