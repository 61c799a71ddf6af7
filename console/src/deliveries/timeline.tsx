import { useWords } from '../i18n/words';
import { ofDelivery } from '../outcomes/outcomes';
import { attemptTexts } from '../outcomes/words';
import { duration } from '../time/format';
import { useNow } from '../time/relative-time';
import type { DeliveryDetail } from './delivery-calls';
import styles from './timeline.module.css';
import { deliveriesTexts } from './words';

/** Moments closer to the event than this are drawn at its position. */
const SHORTEST_MS = 100;

/**
 * The attempts since the event on a logarithmic axis, up to the present and the next attempt. The first seconds are
 * wide.
 */
export function Timeline({ delivery }: { readonly delivery: DeliveryDetail }) {
  const t = useWords(deliveriesTexts);
  const a = useWords(attemptTexts);
  const now = useNow();
  const { attempts, createdAt, nextAttemptAt, status } = delivery;
  const start = Date.parse(createdAt);
  const planned = status === 'pending' && nextAttemptAt !== null ? Date.parse(nextAttemptAt) : null;
  const last = Math.max(
    planned ?? 0,
    status === 'pending' ? now : 0,
    ...attempts.map(({ startedAt }) => Date.parse(startedAt)),
  );
  const place = (at: number) => `${(100 * scaled(at - start)) / Math.max(scaled(last - start), 0.01)}%`;
  return (
    <figure className={styles.timeline} aria-label={t.timelineText(attempts.length)}>
      <div className={styles.axis}>
        <i className={styles.origin} title={t.accepted} style={{ left: 0 }} />
        {attempts.map((attempt) => (
          <i
            key={attempt.number}
            className={styles.dot}
            data-bad={attempt.error !== null}
            title={`${a.attempt(attempt.number)}: ${ofDelivery.outcome(attempt)}`}
            style={{ left: place(Date.parse(attempt.startedAt)) }}
          />
        ))}
        {status === 'pending' && <i className={styles.now} title={t.now} style={{ left: place(now) }} />}
        {planned !== null && (
          <i className={styles.planned} title={t.planned} style={{ left: place(planned) }} />
        )}
      </div>
      <figcaption className={styles.scale}>
        <span>{t.accepted}</span>
        <span>
          {planned === null ? '' : `${t.planned} · `}
          {a.after(duration(Math.max(0, last - start)))}
        </span>
      </figcaption>
    </figure>
  );
}

function scaled(ms: number): number {
  return Math.log10(1 + Math.max(0, ms) / SHORTEST_MS);
}
