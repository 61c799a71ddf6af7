import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { monotonicMs } from '../contestants/paced-load.js';
import type { Bench } from '../harness/bench.js';
import { ownCredentials } from '../harness/certificates.js';
import { MailSink } from '../harness/mail-sink.js';
import { cpuOf, memoryOf } from '../harness/process-cpu.js';
import { Service } from '../harness/service.js';
import { spreadOf } from '../harness/statistics.js';
import { massSending } from '../rendering/mass-sending.js';
import type { Scenario } from './scenario.js';

const NODEMAILER_ALONE = fileURLToPath(new URL('../senders/nodemailer-alone.js', import.meta.url));
const COMPANY = 7_101;
const ATTACHMENT_BYTES = 100 * 1024;
const EMAILS_PER_EVENT = 20;
const CONNECTIONS = 10;
const POLL_MS = 20;
const PATIENCE_MS = 600_000;
const MASS_SENDING = 100_000;
const MIB = 1_048_576;
/** The kill concerns a part of the emails, and comes when half of them have arrived. */
const KILL_SHARE = 0.2;

interface Sent {
  /** Emails per second. */
  readonly perSecond: number;
  /** Microseconds of CPU for each email. */
  readonly cpu: number;
}

/**
 * Emails with a large attachment: rendering, MIME and SMTP of a backlog, compared with nodemailer alone, and a kill.
 */
export const emails: Scenario = {
  name: 'emails',
  asks: 'How fast are emails sent, compared with nodemailer alone?',
  shows: 'a backlog of emails with 100 KiB each: the service / nodemailer alone, memory, and kill -9',
  async run(bench) {
    const count = bench.options.emails;
    const post = await MailPost.open(bench);
    const service: Sent[] = [];
    const alone: Sent[] = [];
    let memory = 0;
    for (let round = 0; round < bench.options.rounds; round++) {
      alone.push(await post.sendAlone(count));
      await post.report(round, count);
      const { sent, largest } = await post.sendWaiting(round, count);
      service.push(sent);
      memory = Math.max(memory, largest);
    }
    const killed = await post.killBetween(Math.max(EMAILS_PER_EVENT * 2, Math.round(count * KILL_SHARE)));
    await post.close();
    const mass = await massSending(MASS_SENDING);
    const ratio = (of: (sent: Sent) => number) =>
      spreadOf(service.map((sent, round) => of(sent) / of(alone[round] ?? sent)));
    const only = (figure: number) => spreadOf([figure]);
    return {
      scenario: emails.shows,
      measures: [
        {
          what: 'emails per second, service / alone',
          unit: '',
          spread: ratio(({ perSecond }) => perSecond),
          target: { atLeast: 0.8 },
        },
        { what: 'CPU per email, service / alone', unit: '', spread: ratio(({ cpu }) => cpu) },
        { what: 'service', unit: 'emails/s', spread: spreadOf(service.map(({ perSecond }) => perSecond)) },
        {
          what: 'nodemailer alone',
          unit: 'emails/s',
          spread: spreadOf(alone.map(({ perSecond }) => perSecond)),
        },
        { what: 'largest resident memory', unit: 'MiB', spread: only(memory / MIB) },
        {
          what: 'rendered and made into MIME, one template',
          unit: 'emails/s of CPU',
          spread: spreadOf(mass),
          target: { atLeast: 10_000 },
        },
        { what: 'killed: never arrived', unit: 'emails', spread: only(killed.lost), target: { atMost: 0 } },
        { what: 'killed: arrived again', unit: 'emails', spread: only(killed.repeated) },
        {
          what: 'killed: under more than one Message-ID',
          unit: 'emails',
          spread: only(killed.inconsistent),
          target: { atMost: 0 },
        },
      ],
      notes: [
        `${count} emails (--emails), ${EMAILS_PER_EVENT} for each event, over STARTTLS and at most ${CONNECTIONS} connections to a sink in the process of the benchmark.`,
        'The emails wait in the database before the clock starts. The service reads, renders and logs each; nodemailer alone repeats one message.',
        `${MASS_SENDING} emails of one MJML template without attachments are rendered and made into MIME in one thread, without a database or a relay.`,
      ],
    };
  },
};

/** The service, the mail sink, and the files of both. */
class MailPost {
  private constructor(
    private readonly service: Service,
    private readonly sink: MailSink,
    private readonly caFile: string,
  ) {}

  static async open(bench: Bench): Promise<MailPost> {
    const credentials = await ownCredentials();
    const sink = await MailSink.start(credentials);
    const caFile = path.join(path.dirname(bench.caFile), 'mail-ca.pem');
    await writeFile(caFile, credentials.cert);
    const service = await Service.prepare(bench, await bench.database.create(), {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}?connections=${CONNECTIONS}`,
      SMTP_CA_FILE: caFile,
      MAIL_FROM: 'documents@livery.example',
    });
    await service.start();
    await service.partner(COMPANY);
    await service.end('SIGTERM');
    return new MailPost(service, sink, caFile);
  }

  async sendAlone(count: number): Promise<Sent> {
    const args = [this.sink.port, this.caFile, count, ATTACHMENT_BYTES, CONNECTIONS].map(String);
    const start = monotonicMs();
    const child = spawn(process.execPath, [NODEMAILER_ALONE, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    await once(child, 'exit');
    const arrivals = [...this.sink.arrivals].filter(([to]) => to.startsWith('alone-'));
    const seconds = (Math.max(...arrivals.map(([, at]) => at)) - start) / 1_000;
    for (const [to] of arrivals) this.sink.arrivals.delete(to);
    return { perSecond: count / seconds, cpu: Number(String(output)) / count };
  }

  /** Reports the emails of a round to a process that sends none. */
  async report(round: number | string, count: number): Promise<void> {
    const intake = this.service.as({ ROLES: 'api' });
    await intake.start();
    const content = Buffer.alloc(ATTACHMENT_BYTES, 'offer ').toString('base64');
    const attachments = [{ filename: 'offer.pdf', contentType: 'application/pdf', content }];
    for (let first = 0; first < count; first += EMAILS_PER_EVENT) {
      const event = {
        type: 'document.accepted',
        typeId: `document-${round}-${first}`,
        companyId: COMPANY,
        data: { id: `document-${first}`, data: { name: 'Offer' } },
        emails: Array.from({ length: Math.min(EMAILS_PER_EVENT, count - first) }, (_, number) => ({
          kind: 'document',
          to: `${round}-${first + number}@client.example`,
          language: 'en',
          link: { href: 'https://view.example/1' },
          attachments,
        })),
      };
      if (!(await intake.report(event))) throw new Error('An event with emails was not accepted.');
    }
    await intake.end('SIGTERM');
  }

  /** Sends the waiting emails. Returns the rate, and the largest resident memory in bytes. */
  async sendWaiting(round: number | string, count: number): Promise<{ sent: Sent; largest: number }> {
    const start = monotonicMs();
    await this.service.start();
    const cpuBefore = cpuOf(this.service.pid);
    const { arrivals } = this.sink;
    // Checking all arrivals every time would slow down the sink, which is in this process.
    const expected = arrivals.size + count - this.arrived(round).length;
    let largest = 0;
    while (arrivals.size < expected && monotonicMs() - start < PATIENCE_MS) {
      largest = Math.max(largest, memoryOf(this.service.pid));
      await delay(POLL_MS);
    }
    const cpu = (cpuOf(this.service.pid) - cpuBefore) / count;
    const times = this.arrived(round).sort((one, other) => one - other);
    const seconds = ((times.at(-1) ?? start) - (times[0] ?? start)) / 1_000;
    await this.service.end('SIGTERM');
    return { sent: { perSecond: times.length / seconds, cpu }, largest };
  }

  /** Kills the service when half of the emails have arrived, and starts it again. */
  async killBetween(count: number): Promise<{ lost: number; repeated: number; inconsistent: number }> {
    await this.report('killed', count);
    await this.service.start();
    const start = monotonicMs();
    const half = this.sink.arrivals.size + count / 2;
    while (this.sink.arrivals.size < half && monotonicMs() - start < PATIENCE_MS) await delay(5);
    await this.service.end('SIGKILL');
    await this.sendWaiting('killed', count);
    const ids = [...this.sink.messageIds].filter(([to]) => to.startsWith('killed-')).map(([, seen]) => seen);
    return {
      lost: count - this.arrived('killed').length,
      repeated: ids.reduce((sum, seen) => sum + seen.length - 1, 0),
      inconsistent: ids.filter((seen) => new Set(seen).size > 1).length,
    };
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.sink.stop();
  }

  private arrived(round: number | string): number[] {
    return [...this.sink.arrivals].filter(([to]) => to.startsWith(`${round}-`)).map(([, at]) => at);
  }
}
