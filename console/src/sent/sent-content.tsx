import { useWords } from '../i18n/words';
import { ofEmail } from '../outcomes/outcomes';
import { FactRows } from '../parts/fact-rows';
import { Section } from '../parts/page';
import { Banner } from '../parts/states';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { AbsoluteTime, RelativeTime, UpcomingTime } from '../time/relative-time';
import { Attachments } from './attachments';
import { Attempts } from './attempts';
import { Envelope } from './envelope';
import { Look } from './look';
import { Message } from './message';
import { adviceFor } from './advice';
import { kindText, languageText } from './kinds';
import { Resend } from './resend';
import type { EmailDetail } from './sent-calls';
import styles from './sent-content.module.css';
import { sentTexts } from './words';

/** Everything about an email: its state, the message, the template that it was made with, and its attempts. */
export function SentContent({ email, isPage = false }: { readonly email: EmailDetail; isPage?: boolean }) {
  const t = useWords(sentTexts);
  // A suppressed email has neither content nor attempts.
  const isMade = email.status !== 'suppressed' || email.attemptCount > 0;
  return (
    <div className={styles.split} data-page={isPage}>
      <div className={styles.message}>
        <Verdict email={email} />
        <Envelope email={email} isPage={isPage} />
        {isMade && <Message email={email} height={isPage ? 720 : 460} />}
      </div>
      <div className={styles.about}>
        <Resend email={email} />
        {isMade && (
          <Section title={t.look}>
            <Look email={email} />
          </Section>
        )}
        {isMade && <Attempts email={email} />}
        <Attachments email={email} />
        <Section title={t.email}>
          <Origin email={email} />
        </Section>
      </div>
    </div>
  );
}

/** The problem and its remedy, in words; empty when all is well. */
function Verdict({ email }: { readonly email: EmailDetail }) {
  const t = useWords(sentTexts);
  const { status, bounce, lastStatus, lastError } = email;
  if (status === 'suppressed') return <Banner tone="info">{t.suppressedText}</Banner>;
  if (bounce !== null) {
    return (
      <Banner tone="bad">
        <strong>{t.bouncedText}</strong> {bounce.status} · <RelativeTime at={bounce.reportedAt} />
        <br />
        {bounce.answer}
        <br />
        {t.adviceBounced}
      </Banner>
    );
  }
  if (status === 'succeeded' || lastError === null) return null;
  const outcome = { status: lastStatus, error: lastError };
  const isLast = status === 'failed';
  return (
    <Banner tone={isLast ? 'bad' : 'wait'}>
      <strong>{ofEmail.outcome(outcome)}.</strong> {isLast && t.failedText} {adviceFor(outcome, isLast)}
    </Banner>
  );
}

/** The event that requested it. */
function Origin({ email }: { readonly email: EmailDetail }) {
  const t = useWords(sentTexts);
  const { id, kind, language, typeId, type, eventId, companyId, test, createdAt, resendOf } = email;
  const { nextAttemptAt } = email;
  const isPending = email.status === 'pending';
  return (
    <FactRows
      facts={{
        [t.kind]: t.kindIn(kindText(kind), languageText(language)),
        [t.accepted]: <AbsoluteTime at={createdAt} />,
        [t.nextAttempt]:
          isPending && (nextAttemptAt === null ? t.being : <UpcomingTime at={nextAttemptAt} />),
        [t.document]: typeId !== null && <Link href={addressOf(['deliveries'], { typeId })}>{typeId}</Link>,
        [t.event]: type !== null && `${type} ${eventId ?? ''}`,
        [t.company]: test ? null : String(companyId),
        [t.test]: test && t.testText,
        [t.repeats]: resendOf !== null && <Link href={addressOf(['sent', resendOf])}>{t.repeatsText}</Link>,
        [t.messageId]: <code>{id}</code>,
      }}
    />
  );
}
