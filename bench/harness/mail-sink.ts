import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { monotonicMs } from '../contestants/paced-load.js';
import type { Credentials } from './certificates.js';

/** The headers of an email come first, and its Message-ID is within this many bytes. */
const HEAD_BYTES = 8_192;
const MESSAGE_ID = /^Message-ID:\s*(<[^>]*>)/im;

/**
 * A mail server on 127.0.0.1 with STARTTLS. It accepts every email, and records its time and Message-ID by recipient.
 */
export class MailSink {
  /** Milliseconds of the machine's monotonic clock. */
  readonly arrivals = new Map<string, number>();
  /** One for each arrival of an email. */
  readonly messageIds = new Map<string, string[]>();

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start({ key, cert }: Credentials): Promise<MailSink> {
    const server = new SMTPServer({
      key,
      cert,
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      onData: (stream, { envelope }, done) => {
        let head = '';
        stream.on('data', (chunk: Buffer) => {
          if (head.length < HEAD_BYTES) head += chunk.toString('latin1');
        });
        stream.on('end', () => {
          for (const { address } of envelope.rcptTo) sink.note(address, MESSAGE_ID.exec(head)?.[1] ?? '');
          done();
        });
      },
    });
    // Connections break off when the service is stopped.
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const sink = new MailSink(server, (listening.address() as AddressInfo).port);
    return sink;
  }

  private note(recipient: string, messageId: string): void {
    this.arrivals.set(recipient, monotonicMs());
    const seen = this.messageIds.get(recipient);
    if (seen === undefined) this.messageIds.set(recipient, [messageId]);
    else seen.push(messageId);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}
