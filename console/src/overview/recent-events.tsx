import { useCallback } from 'react';
import { useLive } from '../api/use-live';
import { DeliverySummary } from '../events/delivery-summary';
import { subjectOf } from '../events/subject';
import { useWords } from '../i18n/words';
import { Section } from '../parts/page';
import { FailedState, SkeletonRows } from '../parts/states';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { RelativeTime } from '../time/relative-time';
import { useLastEvents } from './overview-calls';
import styles from './overview.module.css';
import { overviewTexts } from './words';

/** The latest events, live. */
export function RecentEvents() {
  const t = useWords(overviewTexts);
  const { data, error, refetch } = useLastEvents();
  const reload = useCallback(() => void refetch(), [refetch]);
  useLive('event', true, reload);
  return (
    <Section title={t.recent} actions={<Link href={addressOf(['events'])}>{t.allEvents}</Link>}>
      {data === undefined && error === null && <SkeletonRows />}
      {data === undefined && error !== null && <FailedState error={error} onRetry={reload} />}
      {data?.length === 0 && <p className="muted">{t.noEvents}</p>}
      <ul className={styles.events}>
        {data?.map((event) => (
          <li key={event.id}>
            <Link href={addressOf(['events', event.id])} className="clip">
              {subjectOf(event)}
            </Link>
            <span className="muted clip">{event.type}</span>
            <DeliverySummary deliveries={event.deliveries} />
            <span className="muted clip">
              <RelativeTime at={event.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
