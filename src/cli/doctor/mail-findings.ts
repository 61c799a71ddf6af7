import { type RelayCheck, RelayCheckService } from '../../email/smtp/relay-check.service.js';
import type { Settings } from '../../shared/settings.js';
import { type Finding, ok, wrong } from './finding.js';

const WAIT_MS = 10_000;

/** Checks whether each mail server would accept emails: connection, encryption, account. Nothing is sent. */
export async function mailFindings({
  smtpRelays,
  smtpCa,
}: Pick<Settings, 'smtpRelays' | 'smtpCa'>): Promise<Finding[]> {
  if (smtpRelays.length === 0) {
    return [ok('smtp', 'SMTP_URL is not set: emails are kept in the data folder.')];
  }
  return Promise.all(
    smtpRelays.map(async (relay) => {
      const finding = findingOf(await new RelayCheckService(relay, smtpCa).run(AbortSignal.timeout(WAIT_MS)));
      // Of several servers, names the address, without the account in its URL.
      const address = `${relay.host}:${relay.port}`;
      return smtpRelays.length === 1 ? finding : { ...finding, found: `${address}: ${finding.found}` };
    }),
  );
}

function findingOf(check: RelayCheck): Finding {
  if (check.kind === 'ready') {
    const encryption = check.isEncrypted ? 'over TLS' : 'without TLS as SMTP_URL allows';
    return ok(
      'smtp',
      `The mail server answers, ${encryption}, and accepts the credentials if there are any.`,
    );
  }
  if (check.kind === 'sign-in failed') {
    return wrong(
      'smtp',
      `The mail server does not accept the credentials (${check.status ?? 'without an answer'}).`,
      'Check user and password in SMTP_URL; special characters are percent-encoded.',
    );
  }
  if (check.kind === 'not trusted') {
    return wrong(
      'smtp',
      `The mail server answers, but its TLS cannot be trusted: ${sentence(check.reason)} The credentials were not sent.`,
      'Configure STARTTLS with a certificate for its name, set SMTP_CA_FILE for a private authority, or use smtps://.',
    );
  }
  return wrong(
    'smtp',
    `The mail server does not answer: ${sentence(check.reason)}`,
    'Check scheme, host and port in SMTP_URL, and whether this machine may connect to them.',
  );
}

function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
