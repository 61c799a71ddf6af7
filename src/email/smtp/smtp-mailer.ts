import type { SecureContext } from 'node:tls';
import { domainToASCII } from 'node:url';
import { withDeadline } from '../../shared/deadline.js';
import type { SmtpRelay } from '../../shared/domain/smtp-url.js';
import { type MailMessage, Mailer, type MailOutcome } from '../domain/mailer.js';
import { headOf, mimeMessage } from './mime-message.js';
import { RelayPace } from './relay-pace.js';
import { relayTrust } from './relay-trust.js';
import { SmtpFailure } from './smtp-failure.js';
import { SmtpSession } from './smtp-session.js';

/** RFC 5321 lets relays close a session after five idle minutes, so close it earlier. */
const IDLE_MS = 60_000;
const MAX_IDLE = 10;
/** Replies that mean wrong settings rather than a bad email: encryption or authentication is required. */
const NEEDS_SETTINGS = new Set([530, 534, 535, 538]);
const GOES_AWAY = 421;
const TOO_LARGE = 552;
/**
 * Commands whose replies concern the recipient or the message, and may come from the recipient's domain. If the commands
 * are pipelined, nodemailer reports a 421 to RCPT TO as one about the connection.
 */
const ABOUT_RECIPIENT = new Set(['RCPT TO', 'DATA', 'CONN']);
/** 421 with an enhanced status code (RFC 3463) that is not about the relay's own system. */
const PUTS_OFF = /^421[ -]4\.(?!3\.)\d/;

/**
 * Sends emails through an SMTP relay, reusing sessions. A fault before the session is open would affect every email, so
 * it is a local fault; a fault afterwards belongs to the email.
 */
export class SmtpMailer extends Mailer {
  private readonly idle: { readonly session: SmtpSession; readonly timer: NodeJS.Timeout }[] = [];
  private away = false;
  private isClosed = false;
  private trust: SecureContext | null = null;

  private readonly pace: RelayPace;

  /**
   * @param ca PEM of additional trusted certificates
   * @param connectWithinMs the time limit for opening a session, in addition to the email's deadline
   * @param warn called when the relay stops accepting emails, and when it accepts them again
   */
  constructor(
    private readonly relay: SmtpRelay,
    private readonly ca: string | null,
    private readonly connectWithinMs: number,
    private readonly warn: (message: string) => void,
  ) {
    super();
    this.pace = new RelayPace(relay);
  }

  override get isAway(): boolean {
    return this.away;
  }

  override async send(message: MailMessage, deadline: AbortSignal): Promise<MailOutcome> {
    const endTurn = await this.pace.turn(deadline);
    if (endTurn === null)
      return { kind: 'local fault', reason: 'The limits of the relay leave no time for this email.' };
    const outcome = await this.attempt(message, deadline).finally(endTurn);
    const away = outcome.kind === 'local fault';
    if (away && !this.away) this.warn(`The relay accepts no emails: ${outcome.reason}`);
    if (!away && this.away) this.warn('The relay accepts emails again.');
    this.away = away;
    return outcome;
  }

  override async close(): Promise<void> {
    this.isClosed = true;
    const idle = this.idle.splice(0);
    for (const { timer } of idle) clearTimeout(timer);
    await Promise.all(idle.map(({ session }) => session.quit()));
  }

  private async attempt(message: MailMessage, deadline: AbortSignal): Promise<MailOutcome> {
    const bytes = await mimeMessage(message, new Date());
    const head = headOf(bytes);
    for (;;) {
      const kept = this.takeIdle();
      const session = kept ?? (await this.open(deadline));
      if (session instanceof SmtpFailure) return { kind: 'local fault', reason: session.message };
      const begunAt = performance.now();
      try {
        const answer = await session.send(message.envelopeFrom, envelopeAddress(message.to), bytes, deadline);
        this.keep(session);
        return { kind: 'accepted', status: 250, answer, handoverMs: performance.now() - begunAt, head };
      } catch (error) {
        if (!(error instanceof SmtpFailure)) throw error;
        const sent = { handoverMs: performance.now() - begunAt, head };
        const isStale = kept !== null && !session.hasBegun && isGone(error) && !deadline.aborted;
        if (!isStale) return await this.outcomeOf(error, session, message, sent, deadline);
      }
    }
  }

  private async open(deadline: AbortSignal): Promise<SmtpSession | SmtpFailure> {
    const trust = (this.trust ??= relayTrust(this.ca));
    try {
      return await withDeadline(this.connectWithinMs, [deadline], (soon) =>
        SmtpSession.open(this.relay, trust, soon),
      );
    } catch (error) {
      if (error instanceof SmtpFailure) return error;
      throw error;
    }
  }

  private async outcomeOf(
    failure: SmtpFailure,
    session: SmtpSession,
    { isPartnersEnvelope }: MailMessage,
    sent: { readonly handoverMs: number; readonly head: string },
    deadline: AbortSignal,
  ): Promise<MailOutcome> {
    const { status, command, answer, error, message } = failure;
    if (status === null || status === GOES_AWAY || !session.isOpen) session.close();
    else {
      await session.reset(deadline).then(
        () => this.keep(session),
        () => session.close(),
      );
    }
    if (status === null) return { kind: 'broken', error, reason: answer, head: sent.head };
    const isSender = command === 'MAIL FROM' && status >= 500 && status !== TOO_LARGE;
    if (goesAway(failure) || NEEDS_SETTINGS.has(status) || (isSender && !isPartnersEnvelope)) {
      return { kind: 'local fault', reason: message };
    }
    // Retry a refused partner's address, because the operator may make the relay accept it.
    const isPermanent = status >= 500 && status !== 503 && !isSender;
    return { kind: 'refused', isPermanent, isOfSender: command === 'MAIL FROM', status, answer, ...sent };
  }

  private takeIdle(): SmtpSession | null {
    for (let next = this.idle.pop(); next !== undefined; next = this.idle.pop()) {
      clearTimeout(next.timer);
      if (next.session.isOpen) return next.session;
    }
    return null;
  }

  private keep(session: SmtpSession): void {
    if (!session.isOpen) return;
    if (this.isClosed || this.idle.length >= MAX_IDLE) return void session.quit();
    const timer = setTimeout(() => {
      this.idle.splice(
        this.idle.findIndex((entry) => entry.session === session),
        1,
      );
      void session.quit();
    }, IDLE_MS);
    timer.unref();
    this.idle.push({ session, timer });
  }
}

/** Encodes the domain in ASCII. The relay decides whether it accepts the local part. */
function envelopeAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** True if the relay ended the session rather than refused the email. */
function isGone(failure: SmtpFailure): boolean {
  const { status, command } = failure;
  return status === null || (status === GOES_AWAY && (goesAway(failure) || !ABOUT_RECIPIENT.has(command)));
}

/** True if a 421 means that the relay itself is shutting down, not that the recipient's domain refuses more for now. */
function goesAway({ status, command, answer, step }: SmtpFailure): boolean {
  if (status !== GOES_AWAY) return false;
  return step !== 'send' || command === 'MAIL FROM' || !PUTS_OFF.test(answer);
}
