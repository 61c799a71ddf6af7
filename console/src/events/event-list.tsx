import { CalendarClock } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { eventTypes } from '../api/catalogue';
import { useLive } from '../api/use-live';
import { usePages } from '../api/use-pages';
import { useWords } from '../i18n/words';
import { chosenFilters, type Filter, Filters } from '../parts/filters';
import { Page } from '../parts/page';
import { EmptyState, FailedState } from '../parts/states';
import { type Column, Table } from '../parts/table';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { RelativeTime } from '../time/relative-time';
import { DeliverySummary } from './delivery-summary';
import { eventsPage, type LoggedEvent } from './event-calls';
import { EventPanel } from './event-panel';
import { eventsTexts } from './words';

/** More rows than this are not read again by themselves. */
const LIVE_ROWS = 150;

/** All events, newest first, under filters that are part of the address. */
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
  const chosen = chosenFilters(parameters, filters);
  const pages = usePages(['events', chosen], (cursor, signal) => eventsPage(chosen, cursor, signal));
  const { items, reload } = pages;
  useLive('event', items.length <= LIVE_ROWS, reload);
  const columns = useColumns();
  const open = parameters.get('open') || null;
  const close = useCallback(() => changeParameters({ open: null }), []);
  const query = Object.fromEntries(parameters);
  return (
    <Page title={t.title} about={t.about}>
      <Filters filters={filters} />
      {pages.error !== null && items.length === 0 ? (
        <FailedState error={pages.error} onRetry={reload} />
      ) : (
        <Table
          label={t.title}
          rows={items}
          keyOf={keyOf}
          columns={columns}
          linkOf={({ id }) => ({
            href: addressOf(['events', id]),
            panel: addressOf(['events'], { ...query, open: id }),
          })}
          openKey={open}
          isLoading={pages.isLoading}
          isStale={pages.isStale}
          hasMore={pages.hasMore}
          onMore={pages.loadMore}
          empty={
            Object.keys(chosen).length > 0 ? (
              <EmptyState title={t.noMatch} />
            ) : (
              <EmptyState icon={<CalendarClock aria-hidden />} title={t.none}>
                {t.noneText}
              </EmptyState>
            )
          }
        />
      )}
      {open !== null && <EventPanel key={open} id={open} onClose={close} />}
    </Page>
  );
}

function useColumns(): readonly Column<LoggedEvent>[] {
  const t = useWords(eventsTexts);
  return useMemo(
    () => [
      { id: 'document', header: t.document, width: 'minmax(0, 1fr)', cell: ({ typeId }) => typeId },
      { id: 'type', header: t.type, width: 'minmax(0, 1fr)', cell: ({ type }) => type },
      {
        id: 'deliveries',
        header: t.deliveries,
        width: 'minmax(0, 1.2fr)',
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
        width: '128px',
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
