import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { monotonicMs } from '../contestants/paced-load.js';
import type { Credentials } from './certificates.js';

/** A mail server on 127.0.0.1 with STARTTLS that takes every email and keeps only when it came, by its recipient. */
export class MailSink {
  /** Milliseconds of the machine's monotonic clock. */
  readonly arrivals = new Map<string, number>();

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start({ key, cert }: Credentials): Promise<MailSink> {
    const arrivals = (): Map<string, number> => sink.arrivals;
    const server = new SMTPServer({
      key,
      cert,
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      onData: (stream, { envelope }, done) => {
        stream.resume();
        stream.on('end', () => {
          for (const { address } of envelope.rcptTo) arrivals().set(address, monotonicMs());
          done();
        });
      },
    });
    // Connections that break off while the service is stopped are its own affair.
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const sink = new MailSink(server, (listening.address() as AddressInfo).port);
    return sink;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}
