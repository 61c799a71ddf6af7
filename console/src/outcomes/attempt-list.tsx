import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words';
import { duration } from '../time/format';
import { AbsoluteTime } from '../time/relative-time';
import styles from './attempt-list.module.css';
import { attemptTexts } from './words';

interface Attempt {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly error: string | null;
}

interface AttemptListProps<One extends Attempt> {
  /** Oldest first. */
  readonly attempts: readonly One[];
  /** The time when the delivery or email was accepted. */
  readonly createdAt: string;
  readonly outcomeOf: (attempt: One) => string;
  /** Further content of its line, such as its trigger. */
  readonly renderNote?: (attempt: One) => ReactNode;
  /** Further content of the line of its time, such as its address. */
  readonly renderPlace: (attempt: One) => ReactNode;
  readonly renderAnswer: (attempt: One) => ReactNode;
}

/** The attempts, newest first, with the gaps between them and the answers. */
export function AttemptList<One extends Attempt>(props: AttemptListProps<One>) {
  const { attempts, createdAt, outcomeOf, renderNote, renderPlace, renderAnswer } = props;
  const t = useWords(attemptTexts);
  if (attempts.length === 0) return <p className="muted">{t.noAttempt}</p>;
  return (
    <ol className={styles.attempts}>
      {attempts.toReversed().map((attempt) => {
        const { number, startedAt, durationMs, error } = attempt;
        const before = attempts.find((one) => one.number === number - 1)?.startedAt ?? createdAt;
        const gap = Math.max(0, Date.parse(startedAt) - Date.parse(before));
        return (
          <li key={number}>
            <div className={styles.head}>
              {error === null ? (
                <CircleCheck aria-hidden className={styles.good} />
              ) : (
                <CircleX aria-hidden className={styles.bad} />
              )}
              <h3>{t.attempt(number)}</h3>
              <span className={error === null ? undefined : styles.bad}>{outcomeOf(attempt)}</span>
              <span className="muted">{duration(durationMs)}</span>
              {renderNote !== undefined && <span className="muted">{renderNote(attempt)}</span>}
            </div>
            <p className="muted small">
              <AbsoluteTime at={startedAt} /> · {t.after(duration(gap))}
              {renderPlace(attempt)}
            </p>
            {renderAnswer(attempt)}
          </li>
        );
      })}
    </ol>
  );
}
