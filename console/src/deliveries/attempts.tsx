import { CircleCheck, CircleX } from 'lucide-react';
import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { CodeText } from '../parts/code-text';
import { duration } from '../time/format';
import { AbsoluteTime } from '../time/relative-time';
import type { DeliveryDetail } from './delivery-calls';
import styles from './deliveries.module.css';
import { outcomeText } from './outcome';
import { deliveriesTexts } from './words';

type Attempt = Schema<'Attempt'>;

/** The attempts, newest first, with the gaps between them and what was answered. */
export function Attempts({ delivery: { attempts, createdAt } }: { readonly delivery: DeliveryDetail }) {
  const t = useWords(deliveriesTexts);
  if (attempts.length === 0) return <p className="muted">{t.noAttempt}</p>;
  return (
    <section className="stack-8">
      <h2 className="unseen">{t.attempts}</h2>
      <ol className={styles.attempts}>
        {attempts.toReversed().map((attempt) => {
          const before = attempts.find(({ number }) => number === attempt.number - 1)?.startedAt ?? createdAt;
          return <OneAttempt key={attempt.number} attempt={attempt} before={before} />;
        })}
      </ol>
    </section>
  );
}

function OneAttempt({ attempt, before }: { readonly attempt: Attempt; readonly before: string }) {
  const t = useWords(deliveriesTexts);
  const { number, trigger, url, startedAt, durationMs, error, answer } = attempt;
  const gap = Math.max(0, Date.parse(startedAt) - Date.parse(before));
  const triggers: Readonly<Record<string, string>> = {
    automatic: t.automatic,
    manual: t.manual,
    recover: t.recover,
    test: t.test,
  };
  return (
    <li>
      <div className={styles.attemptHead}>
        {error === null ? (
          <CircleCheck aria-hidden className={styles.goodIcon} />
        ) : (
          <CircleX aria-hidden className={styles.badIcon} />
        )}
        <h3>{t.attempt(number)}</h3>
        <span className={error === null ? undefined : styles.bad}>{outcomeText(attempt)}</span>
        <span className="muted">{duration(durationMs)}</span>
        <span className="muted">{triggers[trigger] ?? trigger}</span>
      </div>
      <p className="muted small">
        <AbsoluteTime at={startedAt} /> · {t.after(duration(gap))} · {t.sentTo}{' '}
        <span className={styles.url}>{url}</span>
      </p>
      {answer !== null && (
        <details>
          <summary>{t.answer}</summary>
          {answer.body === '' ? (
            <p className="muted small">{t.emptyAnswer}</p>
          ) : (
            <CodeText label={t.answerTo(number)} text={answer.body} maxHeight={240} isWrapped />
          )}
          {answer.truncated && <p className="muted small">{t.truncated}</p>}
        </details>
      )}
    </li>
  );
}
