import { hostname } from 'node:os';
import type { SecureContext } from 'node:tls';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpRelay } from '../../shared/domain/smtp-url.js';
import { RelayData } from './relay-data.js';
import { SmtpFailure, type SmtpStep } from './smtp-failure.js';

type SmtpOptions = NonNullable<ConstructorParameters<typeof SMTPConnection>[0]>;

/** Longer than any deadline, so that the deadline, not nodemailer, ends a step. */
const NEVER_MS = 600_000;
/** How long a relay may take to answer QUIT. */
const QUIT_WITHIN_MS = 1_000;

/** An open connection to the relay. It carries one email at a time. */
export class SmtpSession {
  isOpen = true;
  private message: RelayData | null = null;
  private broke: (error: Error) => void = () => undefined;

  private constructor(private readonly connection: SMTPConnection) {
    connection.on('error', (error: Error) => this.end(error));
    connection.once('end', () => {
      this.isOpen = false;
      // After 421, nodemailer closes the connection before it reports the reply.
      queueMicrotask(() => this.end(new Error('The relay closed the connection.')));
    });
  }

  /**
   * Connects, checks the relay's certificate and signs in.
   * @param trust see `relayTrust`
   * @throws SmtpFailure
   */
  static async open(relay: SmtpRelay, trust: SecureContext, deadline: AbortSignal): Promise<SmtpSession> {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    const session = new SmtpSession(new Connection(optionsOf(relay, trust)));
    const { credentials } = relay;
    try {
      await session.step('connect', deadline, (done) => session.connection.connect(done));
      if (credentials !== null) {
        await session.step('sign in', deadline, (done) => session.connection.login(credentials, done));
      }
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** Sends one email, whose lines must end with CRLF. Returns the relay's reply. @throws SmtpFailure */
  async send(from: string, to: string, message: Buffer, deadline: AbortSignal): Promise<string> {
    const envelope = { from, to, size: message.length };
    const data = new RelayData(message);
    this.message = data;
    return this.step('send', deadline, (done) => {
      this.connection.send(envelope, data, (error, info) => done(error, info?.response ?? ''));
    });
  }

  /** Prepares the session for the next email after a refusal. @throws SmtpFailure */
  async reset(deadline: AbortSignal): Promise<void> {
    await this.step('reset', deadline, (done) => this.connection.reset(done));
  }

  get isEncrypted(): boolean {
    return this.connection.secure;
  }

  /** True once a byte of the last email was sent, so the relay may have it. */
  get hasBegun(): boolean {
    return this.message?.hasBegun ?? false;
  }

  close(): void {
    this.isOpen = false;
    this.connection.close();
  }

  /** Ends the session with QUIT. Resolves when the socket is closed: at the reply, or after a second without one. */
  async quit(): Promise<void> {
    this.isOpen = false;
    const { connection } = this;
    if (connection.destroyed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => connection.close(), QUIT_WITHIN_MS);
      connection.once('end', () => {
        clearTimeout(timer);
        resolve();
      });
      connection.quit();
    });
  }

  private async step<Result>(
    name: SmtpStep,
    deadline: AbortSignal,
    begin: (done: (error?: Error | null, result?: Result) => void) => void,
  ): Promise<Result> {
    const giveUp = () => this.end(new Error('The deadline has passed.', { cause: 'timeout' }));
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.broke = reject;
        if (deadline.aborted) return giveUp();
        deadline.addEventListener('abort', giveUp, { once: true });
        begin((error, result) => (error ? reject(error) : resolve(result as Result)));
      });
    } catch (error) {
      throw SmtpFailure.of(error, name);
    } finally {
      deadline.removeEventListener('abort', giveUp);
      this.broke = () => undefined;
    }
  }

  /** Reports only the first fault, since closing causes others. */
  private end(error: Error): void {
    this.broke(error);
    this.broke = () => undefined;
    this.close();
  }
}

function optionsOf({ host, port, isSecure, requiresTls }: SmtpRelay, trust: SecureContext): SmtpOptions {
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: requiresTls,
    name: hostname(),
    tls: { rejectUnauthorized: true, secureContext: trust },
    connectionTimeout: NEVER_MS,
    greetingTimeout: NEVER_MS,
    socketTimeout: NEVER_MS,
    // Waiting for the relay to close its side would keep the process alive.
    socketCloseTimeout: 0,
    logger: false,
  };
}
