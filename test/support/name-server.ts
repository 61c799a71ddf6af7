import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/**
 * The answer to a name: addresses, an error, or silence. `*` stands for any other name. A function is called for each
 * query.
 */
export type Zone = Record<string, Resolution | (() => Resolution)>;
export type Resolution = readonly string[] | Texts | 'nxdomain' | 'servfail' | 'silence';
/** TXT records, of at most some hundred bytes in all. */
export interface Texts {
  readonly texts: readonly string[];
}

const TYPE = { A: 1, TXT: 16, AAAA: 28 };
const RCODE = { ok: 0, servfail: 2, nxdomain: 3 };

/**
 * A name server on 127.0.0.1 for WEBHOOK_DNS_SERVERS. It knows the names of its zone, and answers that there are no
 * others.
 */
export class NameServer {
  /** The queried names, in order, with one entry for each query (A and AAAA). */
  readonly questions: string[] = [];

  constructor(
    private readonly socket: Socket,
    /** Replace it to give other answers from now on. */
    readonly zone: Zone,
  ) {
    socket.on('message', (question, { port, address }) => {
      const answer = this.answerTo(question);
      if (answer !== null) socket.send(answer, port, address);
    });
  }

  /** For WEBHOOK_DNS_SERVERS. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }

  private answerTo(query: Buffer): Buffer | null {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    const type = query.readUInt16BE(at + 1);
    this.questions.push(name);
    const entry = this.zone[name] ?? this.zone['*'] ?? 'nxdomain';
    const resolution = typeof entry === 'function' ? entry() : entry;
    if (resolution === 'silence') return null;
    const question = query.subarray(12, at + 5);
    if (resolution === 'nxdomain' || resolution === 'servfail')
      return reply(query, RCODE[resolution], question, []);
    if ('texts' in resolution) {
      const texts = type === TYPE.TXT ? resolution.texts.map(textRecord) : [];
      return reply(query, RCODE.ok, question, texts);
    }
    const addresses = resolution.filter((ip) => type === (isIPv6(ip) ? TYPE.AAAA : TYPE.A));
    return reply(query, RCODE.ok, question, addresses.map(addressRecord));
  }
}

function reply(query: Buffer, code: number, question: Buffer, records: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

function addressRecord(ip: string): Buffer {
  const data = isIPv6(ip) ? ipv6Bytes(ip) : Buffer.from(ip.split('.').map(Number));
  return record(isIPv6(ip) ? TYPE.AAAA : TYPE.A, data);
}

/** Splits it into strings of at most 255 bytes, as the format requires. */
function textRecord(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  return record(
    TYPE.TXT,
    Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')])),
  );
}

/** A resource record that refers to the name of the query and must not be cached (TTL 0). */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function ipv6Bytes(ip: string): Buffer {
  const [left = '', right = ''] = ip.split('::');
  const head = left.split(':').filter((group) => group !== '');
  const tail = right.split(':').filter((group) => group !== '');
  const middle = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return Buffer.from([...head, ...middle, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** Starts a name server that knows the given names. */
export async function startNameServer(zone: Zone = {}): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return new NameServer(socket, zone);
}
