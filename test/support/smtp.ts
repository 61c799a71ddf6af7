import { isAscii } from 'node:buffer';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email as ParsedMail } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { type Credentials, testAuthority } from './certificates.js';
import { messageFaults } from './message-lint.js';

/** An email as it arrived, accepted or not. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
  readonly parsed: ParsedMail;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

export interface MailAnswer {
  /** The command to reply to: MAIL FROM, RCPT TO or the message itself. */
  readonly to: 'sender' | 'recipient' | 'message';
  /** The reply code. Without it the connection is dropped. */
  readonly status?: number;
  readonly words?: string;
  /** Waits this long before answering. */
  readonly delayMs?: number;
  /** Waits for this promise before answering. */
  readonly after?: Promise<void>;
}

/** The reply about the nth email to a recipient; undefined to accept it. */
export type MailAnswerTo = (recipient: string, n: number) => MailAnswer | undefined;

interface SmtpOptions {
  readonly answer?: MailAnswerTo;
  readonly credentials?: Credentials;
  /** Accepts emails only after this login. */
  readonly login?: { readonly user: string; readonly pass: string };
  /** Offers no encryption. */
  readonly isPlain?: boolean;
  readonly port?: number;
}

/** A mail server on 127.0.0.1 with STARTTLS. */
export class SmtpReceiver {
  readonly mails: ReceivedMail[] = [];
  answer: MailAnswerTo;
  /** The reply code to the MAIL FROM of a sender; undefined to accept it. */
  answerToSender: (sender: string) => number | undefined = () => undefined;
  /** The number of refused logins. */
  refusedLogins = 0;
  /** The number of connections so far. */
  connections = 0;
  /** The faults of the messages that arrived. */
  private readonly faults = new Set<string>();
  private readonly offered = new Map<string, number>();
  /** By the client's port. */
  private readonly sockets = new Map<number, Socket>();
  private server: SMTPServer | undefined;
  private login: SmtpOptions['login'];
  private boundPort = 0;

  private constructor(private readonly options: SmtpOptions) {
    this.answer = options.answer ?? (() => undefined);
    this.login = options.login;
    this.boundPort = options.port ?? 0;
  }

  static async start(options: SmtpOptions = {}): Promise<SmtpReceiver> {
    const receiver = new SmtpReceiver(options);
    await receiver.listen();
    return receiver;
  }

  /** Settings that let a service send to it. */
  async environment(user?: {
    readonly user: string;
    readonly pass: string;
  }): Promise<Record<string, string>> {
    const login = user === undefined ? '' : `${user.user}:${encodeURIComponent(user.pass)}@`;
    return {
      SMTP_URL: `smtp://${login}127.0.0.1:${this.boundPort}`,
      SMTP_CA_FILE: (await testAuthority()).file,
      MAIL_FROM: 'documents@livery.example',
    };
  }

  /** Listens again on the same port, with other options if given. */
  async listen({
    login = this.login,
    credentials = this.options.credentials,
  }: SmtpOptions = {}): Promise<void> {
    this.login = login;
    const { key, cert } = credentials ?? (await (await testAuthority()).sign());
    this.server = new SMTPServer({
      key,
      cert,
      hideSTARTTLS: this.options.isPlain ?? false,
      authOptional: login === undefined,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      logger: false,
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onAuth: ({ username, password }, _session, done) => {
        if (login !== undefined && username === login.user && password === login.pass) {
          return done(null, { user: username });
        }
        this.refusedLogins += 1;
        done(smtpError(535, 'Invalid username or password'));
      },
      onMailFrom: ({ address }, _session, done) => {
        const status = this.answerToSender(address);
        done(status === undefined ? null : smtpError(status, 'Sender refused'));
      },
      onRcptTo: ({ address }, session, done) => {
        this.offered.set(address, (this.offered.get(address) ?? 0) + 1);
        this.reply('recipient', address, session.remotePort, done);
      },
      // A message that breaks off in the middle has not arrived.
      onData: (stream, session, done) => void this.take(stream, session, done).catch(() => undefined),
    });
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => this.sockets.set(socket.remotePort ?? 0, socket));
    const listening = this.server.listen(this.boundPort, '127.0.0.1');
    await once(listening, 'listening');
    this.boundPort = (listening.address() as AddressInfo).port;
  }

  /** @throws Error if a message that arrived was not well formed */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    await new Promise<void>((resolve) => server.close(resolve));
    if (this.faults.size > 0) throw new Error(`Messages with faults: ${[...this.faults].join('; ')}`);
  }

  /** The emails that arrived for a recipient. */
  to(recipient: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to === recipient);
  }

  private async take(
    stream: SMTPServerDataStream,
    { envelope, secure, user, remotePort }: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    const raw = Buffer.concat(chunks);
    const to = envelope.rcptTo[0]?.address ?? '';
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const isInternational = !isAscii(Buffer.from(to));
    for (const fault of messageFaults(raw, { isInternational })) this.faults.add(fault);
    const parsed = await PostalMime.parse(raw);
    this.mails.push({ from, to, raw, parsed, isSecure: secure, user: user?.toString() });
    this.reply('message', to, remotePort, done);
  }

  private reply(
    step: MailAnswer['to'],
    recipient: string,
    clientPort: number,
    done: (error?: Error | null) => void,
  ): void {
    const answer = this.answer(recipient, this.offered.get(recipient) ?? 0);
    if (answer?.to !== step) return done();
    const { status, words = 'No.', delayMs = 0, after } = answer;
    const speak = () => {
      if (status === undefined) this.sockets.get(clientPort)?.destroy();
      else done(status < 400 ? null : smtpError(status, words));
    };
    if (after !== undefined) void after.then(speak);
    else if (delayMs > 0) setTimeout(speak, delayMs).unref();
    else speak();
  }
}

function smtpError(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
