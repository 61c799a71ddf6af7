import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, bodyOf } from '../api/client';
import { useLive } from '../api/use-live';
import { DeliverySummary } from '../events/delivery-summary';
import { useWords } from '../i18n/words';
import { Section } from '../parts/page';
import { SkeletonRows } from '../parts/states';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { RelativeTime } from '../time/relative-time';
import styles from './overview.module.css';
import { overviewTexts } from './words';

const SHOWN = 8;

/** The latest events, live. */
export function RecentEvents() {
  const t = useWords(overviewTexts);
  const { data, refetch } = useQuery({
    queryKey: ['events', 'last'],
    queryFn: () => bodyOf(api.GET('/partner/event', { params: { query: { limit: SHOWN } } })),
  });
  const reload = useCallback(() => void refetch(), [refetch]);
  useLive('event', true, reload);
  return (
    <Section title={t.recent} actions={<Link href={addressOf(['events'])}>{t.allEvents}</Link>}>
      {data === undefined && <SkeletonRows count={SHOWN} />}
      {data?.length === 0 && <p className="muted">{t.noEvents}</p>}
      <ul className={styles.events}>
        {data?.map(({ id, type, typeId, createdAt, deliveries }) => (
          <li key={id}>
            <Link href={addressOf(['events', id])} className="clip">
              {typeId}
            </Link>
            <span className="muted clip">{type}</span>
            <DeliverySummary deliveries={deliveries} />
            <span className="muted clip">
              <RelativeTime at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
