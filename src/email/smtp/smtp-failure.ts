import type { ErrorClass } from '../../queue/domain/error-class.js';

/** How many characters of the relay's reply are stored. */
const MAX_ANSWER = 1_000;

const CLASSES: Readonly<Record<string, ErrorClass>> = {
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  EDNS: 'dns',
  ETLS: 'tls',
  EPROTOCOL: 'protocol',
};

/** A step of a session. */
export type SmtpStep = 'connect' | 'sign in' | 'send' | 'reset';

/** A step of a session with the relay has failed. */
export class SmtpFailure extends Error {
  private constructor(
    message: string,
    readonly error: ErrorClass,
    /** The relay's reply code; null if it did not reply. */
    readonly status: number | null,
    /** The relay's reply, or a description of the fault; one line of limited length. */
    readonly answer: string,
    /** The command that the relay replied to, for example `RCPT TO`. */
    readonly command: string,
    readonly step: SmtpStep,
  ) {
    super(message);
  }

  static of(fault: unknown, step: SmtpStep): SmtpFailure {
    const { message, code, responseCode, response, command, cause } = membersOf(fault);
    const answer = inOneLine(response ?? message);
    const error = cause === 'timeout' ? 'timeout' : (CLASSES[code] ?? tlsError(message));
    return new SmtpFailure(
      `${step}: ${answer}`,
      error,
      responseCode ?? sizeStatus(code, command),
      answer,
      command,
      step,
    );
  }
}

/** Reduces a text to one line of at most 1,000 characters without control characters. */
export function inOneLine(text: string): string {
  return text
    .slice(0, 4 * MAX_ANSWER)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_ANSWER);
}

/** Nodemailer refuses messages larger than the relay accepts without a reply code; this supplies one. */
function sizeStatus(code: string, command: string): number | null {
  return code === 'EMESSAGE' && command === 'MAIL FROM' ? 552 : null;
}

function tlsError(message: string): ErrorClass {
  return /certificate|\bTLS\b|\bSSL\b|altname/i.test(message) ? 'tls' : 'connect';
}

function membersOf(fault: unknown) {
  const { message, code, responseCode, response, command, cause } = Object(fault) as Readonly<
    Record<string, unknown>
  >;
  return {
    message: typeof message === 'string' ? message : 'an unknown fault',
    code: typeof code === 'string' ? code : '',
    responseCode: typeof responseCode === 'number' ? responseCode : null,
    response: typeof response === 'string' ? response : null,
    command: typeof command === 'string' ? command : '',
    cause,
  };
}
