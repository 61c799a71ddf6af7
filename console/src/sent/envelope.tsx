import { useWords } from '../i18n/words';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import type { EmailDetail } from './sent-calls';
import styles from './sent.module.css';
import { sentTexts } from './words';

/** The lines that a mail program shows above an email. The page has the subject as its heading. */
export function Envelope({ email, isPage }: { readonly email: EmailDetail; readonly isPage: boolean }) {
  const t = useWords(sentTexts);
  const { to, subject, fromName, replyTo } = email;
  return (
    <dl className={styles.envelope}>
      {!isPage && subject !== null && (
        <>
          <dt>{t.subject}</dt>
          <dd>
            <strong>{subject}</strong>
          </dd>
        </>
      )}
      <dt>{t.from}</dt>
      <dd>{fromName ?? <span className="muted">{t.fromPartner}</span>}</dd>
      <dt>{t.recipient}</dt>
      <dd>
        <Link href={addressOf(['sent'], { to })} title={t.others}>
          {to}
        </Link>
      </dd>
      <dt>{t.replyTo}</dt>
      <dd>{replyTo ?? <span className="muted">{t.toSender}</span>}</dd>
    </dl>
  );
}
