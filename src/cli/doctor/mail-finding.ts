import { createTransport } from 'nodemailer';
import { codeOf } from '../../shared/egress/egress-failure.js';
import { type Finding, ok, warning, wrong } from './finding.js';

const WAIT_MS = 5_000;

/** Whether the mail server takes the connection, encrypts it, and knows the account. Nothing is sent. */
export async function mailFinding(smtpUrl: string | null): Promise<Finding> {
  if (smtpUrl === null) return ok('smtp', 'SMTP_URL is not set: emails are kept in the data folder.');
  if (!URL.canParse(smtpUrl)) {
    return wrong('smtp', 'SMTP_URL is no URL.', 'Write it as smtp://user:password@host:587.');
  }
  const code = await failureOf({ url: smtpUrl, requireTLS: true });
  if (code === null)
    return ok('smtp', 'The mail server answers over TLS, and takes the credentials if there are any.');
  if (code === 'EAUTH') {
    return wrong(
      'smtp',
      'The mail server does not take the credentials.',
      'Look at user and password in SMTP_URL; special characters are percent-encoded.',
    );
  }
  if ((await failureOf({ url: withoutAccount(smtpUrl), ignoreTLS: true })) === null) {
    return warning(
      'smtp',
      `The mail server answers, but without TLS that can be trusted (${code}). The credentials were not tried.`,
      'Let it offer STARTTLS with a certificate that is valid for its name, or use smtps://.',
    );
  }
  return wrong(
    'smtp',
    `The mail server does not answer (${code}).`,
    'Look at scheme, host and port in SMTP_URL, and whether this machine may connect to them.',
  );
}

/** A password is not sent where others could read it. */
function withoutAccount(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** The code of what a connection fails of; null when it does not. Messages may quote what was sent. */
async function failureOf(options: {
  readonly url: string;
  readonly requireTLS?: boolean;
  readonly ignoreTLS?: boolean;
}): Promise<string | null> {
  const transport = createTransport({
    ...options,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return codeOf(error) ?? 'no reason given';
  } finally {
    transport.close();
  }
}
