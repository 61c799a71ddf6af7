import { useWords } from '../i18n/words';
import { FactRows } from '../parts/fact-rows';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import type { EmailDetail } from './sent-calls';
import { sentTexts } from './words';

/** The lines that a mail program shows above an email. The subject is the heading of the page. */
export function Envelope({ email, isPage }: { readonly email: EmailDetail; readonly isPage: boolean }) {
  const t = useWords(sentTexts);
  const { to, subject, fromName, replyTo, sender } = email;
  const key = sender?.dkim ?? null;
  return (
    <FactRows
      facts={{
        [t.subject]: !isPage && subject !== null && <strong>{subject}</strong>,
        [t.from]: (
          <>
            {fromName ?? <span className="muted">{t.fromPartner}</span>}
            {sender !== null && ` <${sender.address}>`}
            {key !== null && (
              <span className="muted small"> {t.signed(`${key.selector}._domainkey.${key.domain}`)}</span>
            )}
          </>
        ),
        [t.recipient]: (
          <Link href={addressOf(['sent'], { to })} title={t.others}>
            {to}
          </Link>
        ),
        [t.replyTo]: replyTo ?? <span className="muted">{t.toSender}</span>,
      }}
    />
  );
}
