import { useWords } from '../i18n/words';
import { absoluteTime, duration } from '../time/format';
import { useNow } from '../time/relative-time';
import styles from './deletion-countdown.module.css';
import { subscriptionsTexts } from './words';

/** The time until a subscription is deleted, if every attempt until then fails. */
export function DeletionCountdown({
  at,
  isShort = false,
}: {
  readonly at: string;
  readonly isShort?: boolean;
}) {
  const t = useWords(subscriptionsTexts);
  const now = useNow();
  const left = duration(Math.max(1000, Date.parse(at) - now));
  return (
    <time dateTime={at} title={absoluteTime(at)} className={isShort ? styles.countdown : undefined}>
      {isShort ? t.deletedIn(left) : t.willBeDeleted(left)}
    </time>
  );
}
