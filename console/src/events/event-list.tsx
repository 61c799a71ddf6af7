import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { eventTypes } from '../api/catalogue';
import { useWords } from '../i18n/words';
import { List } from '../list/list';
import { LogPage } from '../list/log-page';
import { useLivePages } from '../list/use-live-pages';
import { chosenFilters, type Filter } from '../parts/filters';
import { EmptyState } from '../parts/states';
import type { Column } from '../parts/table';
import { addressOf, usePlace } from '../routing/place';
import { RelativeTime } from '../time/relative-time';
import { DeliverySummary } from './delivery-summary';
import { type EventFilters, eventsPage, type LoggedEvent } from './event-calls';
import { EventPanel } from './event-panel';
import { subjectOf } from './subject';
import { eventsTexts } from './words';

/** All events, newest first, with filters in the address. */
export function EventList() {
  const t = useWords(eventsTexts);
  const { parameters } = usePlace();
  const filters: readonly Filter[] = [
    { name: 'type', label: t.type, kind: eventTypes.map(({ type }) => [type, type] as const) },
    { name: 'typeId', label: t.document, kind: 'text' },
    { name: 'companyId', label: t.companyId, kind: 'id' },
    { name: 'since', label: t.since, kind: 'time' },
    { name: 'until', label: t.until, kind: 'time' },
  ];
  return (
    <LogPage title={t.title} about={t.about} filters={filters}>
      {(isLive) => <EventTable filters={chosenFilters(parameters, filters)} isLive={isLive} />}
    </LogPage>
  );
}

interface EventTableProps {
  readonly filters: EventFilters;
  readonly isLive: boolean;
}

function EventTable({ filters, isLive }: EventTableProps) {
  const t = useWords(eventsTexts);
  const pages = useLivePages({
    name: 'events',
    topic: 'event',
    filters,
    isLive,
    page: (cursor, signal) => eventsPage(filters, cursor, signal),
  });
  return (
    <List
      label={t.title}
      rows={pages}
      keyOf={keyOf}
      columns={useColumns()}
      pageOf={({ id }) => addressOf(['events', id])}
      renderPanel={(id, close) => <EventPanel key={id} id={id} onClose={close} />}
      noMatch={Object.keys(filters).length > 0 ? t.noMatch : null}
      empty={
        <EmptyState icon={<CalendarClock aria-hidden />} title={t.none}>
          {t.noneText}
        </EmptyState>
      }
    />
  );
}

function useColumns(): readonly Column<LoggedEvent>[] {
  const t = useWords(eventsTexts);
  return useMemo(
    () => [
      { id: 'document', header: t.document, width: 'minmax(0, 1fr)', cell: subjectOf },
      {
        id: 'type',
        header: t.type,
        width: 'minmax(0, 1.3fr)',
        cell: ({ type }) => <span title={type}>{type}</span>,
      },
      {
        id: 'deliveries',
        header: t.deliveries,
        width: 'minmax(0, 1.3fr)',
        from: 520,
        cell: ({ deliveries }) => <DeliverySummary deliveries={deliveries} />,
      },
      {
        id: 'company',
        header: t.company,
        width: '88px',
        from: 820,
        isEnd: true,
        cell: ({ companyId }) => <span className="muted">{companyId}</span>,
      },
      {
        id: 'when',
        header: t.when,
        width: '152px',
        from: 640,
        isEnd: true,
        cell: ({ createdAt }) => (
          <span className="muted">
            <RelativeTime at={createdAt} />
          </span>
        ),
      },
    ],
    [t],
  );
}

function keyOf({ id }: LoggedEvent): string {
  return id;
}
