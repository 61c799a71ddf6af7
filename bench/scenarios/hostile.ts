import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ownCredentials } from '../harness/certificates.js';
import { MailSink } from '../harness/mail-sink.js';
import { memoryOf } from '../harness/process-cpu.js';
import { Service } from '../harness/service.js';
import { spreadOf } from '../harness/statistics.js';
import { Attacker } from '../hostile/attacker.js';
import { Bystander, waitKinds, waitsAt } from '../hostile/bystander.js';
import type { Scenario } from './scenario.js';

/** The bystander is alone for this part of the time. */
const ALONE_SHARE = 1 / 5;
const SAMPLE_MS = 1_000;
const MAX_TIMES_ALONE = 3;
const MAX_KEPT_WAITING_MS = 250;
const MAX_MEMORY_MIB = 400;
const MIB = 1_048_576;

/** How an ordinary partner is affected while another one makes its most expensive requests, all at once. */
export const hostile: Scenario = {
  name: 'hostile',
  asks: 'How many times as long does one partner wait while another makes its most expensive requests?',
  shows: 'a partner’s requests, deliveries and emails while another partner attacks / alone',
  async run(bench) {
    const { seconds } = bench.options;
    const credentials = await ownCredentials();
    const mails = await MailSink.start(credentials);
    const caFile = path.join(path.dirname(bench.caFile), 'mail-ca.pem');
    await writeFile(caFile, credentials.cert);
    const service = await Service.prepare(bench, await bench.database.create(), {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      SMTP_CA_FILE: caFile,
      MAIL_FROM: 'documents@livery.example',
    });
    await service.start();
    const bystander = await Bystander.arrive(bench, service, mails);
    const attacker = await Attacker.arrive(bench, service);
    // The first requests of a process are its slowest.
    await bystander.live(10);
    const alone = await bystander.live(Math.max(10, Math.round(seconds * ALONE_SHARE)));
    const memory: number[] = [];
    const sampling = setInterval(() => memory.push(memoryOf(service.pid) / MIB), SAMPLE_MS);
    attacker.begin();
    const beset = await bystander.live(seconds);
    clearInterval(sampling);
    await attacker.stop();
    await service.close();
    await mails.stop();
    const [quiet, usual] = [waitsAt(alone, 0.5), waitsAt(beset, 0.5)];
    const [quietTail, tail] = [waitsAt(alone, 0.99), waitsAt(beset, 0.99)];
    return {
      scenario: hostile.shows,
      measures: [
        ...waitKinds.map((kind) => ({
          what: `${kind}, attacked / alone`,
          unit: '',
          spread: spreadOf([usual[kind] / quiet[kind]]),
          target: { atMost: MAX_TIMES_ALONE },
        })),
        ...waitKinds.map((kind) => ({
          what: `${kind}, p99 attacked − p99 alone`,
          unit: 'ms',
          spread: spreadOf([tail[kind] - quietTail[kind]]),
          // An email takes a render, a connection and a scan, so its slowest times are judged only by the ratio.
          ...(kind !== 'emailed' && { target: { atMost: MAX_KEPT_WAITING_MS } }),
          isAbsolute: true,
        })),
        {
          what: 'largest resident memory',
          unit: 'MiB',
          spread: spreadOf([Math.max(...memory)]),
          target: { atMost: MAX_MEMORY_MIB },
        },
        {
          what: 'requests refused or failed',
          unit: '',
          spread: spreadOf([beset.refused]),
          target: { atMost: 0 },
        },
        ...waitKinds.map((kind) => ({
          what: `${kind}, attacked`,
          unit: 'ms',
          spread: spreadOf([usual[kind]]),
        })),
        ...waitKinds.map((kind) => ({ what: `${kind}, alone`, unit: 'ms', spread: spreadOf([quiet[kind]]) })),
      ],
      notes: [
        `Medians over ${seconds} s (--seconds): 20 events a second, 2 emails, 5 reads of the log; the whole service over TLS and SMTP.`,
        'The other partner: 1,000 subscriptions as large as the bounds allow, previews of 1 MB, renders and emails of a template that never ends, filters that match nothing, and readers that do not read.',
      ],
    };
  },
};
