import type { Sender } from '../../email/domain/sender.js';
import { DnsTexts } from '../../shared/egress/dns-texts.js';
import {
  type EnvelopeDomains,
  type RecordFinding,
  senderRecords,
} from '../../email/domain/sender-records.js';
import type { Finding } from './finding.js';

/** Senders that are looked up at a time. */
const AT_ONCE = 20;

/** The findings about every sender. @param servers the name servers to ask; if empty, those of the machine */
export async function findingsOfSenders(
  senders: AsyncIterable<Sender>,
  servers: readonly string[],
  envelope: EnvelopeDomains,
): Promise<Finding[]> {
  const texts = new DnsTexts(servers);
  const findings: Finding[] = [];
  let group: Promise<Finding[]>[] = [];
  const findingsOf = async (sender: Sender) => {
    const found = await senderRecords(sender, texts, envelope);
    return found.map((finding) => asFinding(`sender of partner ${sender.partnerId}`, finding));
  };
  try {
    for await (const sender of senders) {
      group.push(findingsOf(sender));
      if (group.length < AT_ONCE) continue;
      findings.push(...(await Promise.all(group)).flat());
      group = [];
    }
    return [...findings, ...(await Promise.all(group)).flat()];
  } finally {
    texts.close();
  }
}

function asFinding(point: string, { verdict, found, publish, advice }: RecordFinding): Finding {
  const record = publish === null ? null : `Publish: ${publish.name}. IN TXT "${publish.value}"`;
  const todo = [record, advice].filter((part) => part !== null).join(' ');
  return { point, verdict, found, advice: todo === '' ? null : todo };
}
