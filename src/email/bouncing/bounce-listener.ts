import { once } from 'node:events';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { Settings } from '../../shared/settings.js';
import type { BouncedEmail } from '../domain/bounce-address.js';
import { BounceAddresses } from './bounce-addresses.js';
import { BounceService } from './bounce.service.js';

/** How much of a message is read. A report precedes the returned email, so the rest is not needed. */
const KEPT_BYTES = 2 * 1_048_576;
const LIMITS = { maxClients: 20, size: 50 * 1_048_576, socketTimeout: 60_000, closeTimeout: 5_000 };
const MAX_RECIPIENTS = 100;

/**
 * Receives bounces from a mail server over LMTP (RFC 2033), with BOUNCE_LMTP. Accepts only addresses with an authentic
 * token, so a forged report is refused before it is read. While the database is unavailable, the mail server keeps the
 * reports and retries.
 */
@Injectable()
export class BounceListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Bounces');
  private server: SMTPServer | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly addresses: BounceAddresses,
    private readonly bounces: BounceService,
  ) {}

  /** @throws Error if the address is in use */
  async onApplicationBootstrap(): Promise<void> {
    const place = this.settings.bounceLmtp;
    if (place === null) return;
    const { SMTPServer: Server } = await import('smtp-server');
    const server = new Server({
      ...LIMITS,
      lmtp: true,
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      banner: 'Livery bounces',
      logger: false,
      onRcptTo: ({ address }, { envelope }, done) => {
        if (envelope.rcptTo.length >= MAX_RECIPIENTS) return done(refusal(452, 'Too many recipients.'));
        done(
          this.emailAt(address) === null ? refusal(550, '5.1.1 No email was sent from this address.') : null,
        );
      },
      onData: (stream, session, done) => void this.take(stream, session, done),
    });
    // The mail server retries after a broken connection.
    server.on('error', (error: Error) => this.log.debug(error.message));
    const listening = server.listen(place.port, place.host);
    await once(listening, 'listening');
    this.server = server;
  }

  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    await new Promise<void>((resolve) => server.close(resolve));
  }

  private async take(
    stream: SMTPServerDataStream,
    { envelope }: SMTPServerSession,
    done: (error?: Error | null, words?: string) => void,
  ): Promise<void> {
    try {
      const message = await startOf(stream);
      for (const { address } of envelope.rcptTo) {
        const email = this.emailAt(address);
        if (email !== null) await this.bounces.arrived(email, message);
      }
    } catch (error) {
      this.log.warn(`A bounce report could not be recorded: ${String(error)}`);
      done(refusal(451, '4.3.0 Try again later.'));
      return;
    }
    done(null, 'Noted.');
  }

  private emailAt(address: string): BouncedEmail | null {
    const email = this.addresses.read(address);
    return email === 'forged' ? null : email;
  }
}

/** Returns the beginning of a message. Discards the rest, which the protocol requires to be read. */
async function startOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk).subarray(0, KEPT_BYTES - bytes);
    if (part.length > 0) chunks.push(part);
    bytes += part.length;
  }
  return Buffer.concat(chunks);
}

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
