import { CircleCheck, CircleX } from 'lucide-react';
import { useWords } from '../i18n/words';
import { Section } from '../parts/page';
import { duration } from '../time/format';
import { AbsoluteTime } from '../time/relative-time';
import { TemplateLink } from './look';
import { outcomeText } from './outcome';
import type { EmailAttempt, EmailDetail } from './sent-calls';
import styles from './sent.module.css';
import { sentTexts } from './words';

/** The attempts to hand an email over, newest first, with the gaps between them and what was answered. */
export function Attempts({ email: { attempts, createdAt, templateId } }: { readonly email: EmailDetail }) {
  const t = useWords(sentTexts);
  return (
    <Section title={t.attempts}>
      {attempts.length === 0 && <p className="muted">{t.noAttempt}</p>}
      <ol className={styles.attempts}>
        {attempts.toReversed().map((attempt) => (
          <OneAttempt
            key={attempt.number}
            attempt={attempt}
            since={attempts.find(({ number }) => number === attempt.number - 1)?.startedAt ?? createdAt}
            isOtherTemplate={attempt.templateId !== templateId}
          />
        ))}
      </ol>
    </Section>
  );
}

interface OneAttemptProps {
  readonly attempt: EmailAttempt;
  /** When what came before it began. */
  readonly since: string;
  /** True when the template differs from that of the last attempt. */
  readonly isOtherTemplate: boolean;
}

function OneAttempt({ attempt, since, isOtherTemplate }: OneAttemptProps) {
  const t = useWords(sentTexts);
  const { number, startedAt, durationMs, error, answer, templateId } = attempt;
  const gap = Math.max(0, Date.parse(startedAt) - Date.parse(since));
  return (
    <li>
      <div className={styles.attemptHead}>
        {error === null ? (
          <CircleCheck aria-hidden className={styles.good} />
        ) : (
          <CircleX aria-hidden className={styles.bad} />
        )}
        <h3>{t.attempt(number)}</h3>
        <span className={error === null ? undefined : styles.bad}>{outcomeText(attempt)}</span>
        <span className="muted">{duration(durationMs)}</span>
      </div>
      <p className="muted small">
        <AbsoluteTime at={startedAt} /> · {t.after(duration(gap))}
        {isOtherTemplate && (
          <>
            {' · '}
            {templateId === null ? t.defaultTemplate : <TemplateLink id={templateId} />}
          </>
        )}
      </p>
      {answer !== '' && (
        <pre className={styles.answer} aria-label={t.answer}>
          {answer}
        </pre>
      )}
    </li>
  );
}
