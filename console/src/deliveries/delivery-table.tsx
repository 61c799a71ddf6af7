import { Send } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useLive } from '../api/use-live';
import { usePages } from '../api/use-pages';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { EmptyState, FailedState } from '../parts/states';
import { type Column, Table } from '../parts/table';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { RelativeTime } from '../time/relative-time';
import { type DeliveryFilters, type Delivery, deliveriesPage, useSubscriptionNames } from './delivery-calls';
import { DeliveryPanel } from './delivery-panel';
import styles from './deliveries.module.css';
import { outcomeText, stateOf } from './outcome';
import { deliveriesTexts } from './words';

interface DeliveryTableProps {
  readonly filters: DeliveryFilters;
  readonly isLive: boolean;
  /** Without the column of the subscription. */
  readonly isOfOne?: boolean;
}

/** More pages than this are not read again by themselves. */
const LIVE_ROWS = 300;

/** The deliveries under filters, and the one that is open beside them. */
export function DeliveryTable({ filters, isLive, isOfOne = false }: DeliveryTableProps) {
  const t = useWords(deliveriesTexts);
  const { view, segments, parameters } = usePlace();
  const open = parameters.get('open') || null;
  const pages = usePages(['deliveries', filters], (cursor, signal) =>
    deliveriesPage(filters, cursor, signal),
  );
  const { items, reload } = pages;
  useLive('delivery', isLive && items.length <= LIVE_ROWS, reload);
  const columns = useColumns(isOfOne);
  const close = useCallback(() => changeParameters({ open: null }), []);
  const query = Object.fromEntries(parameters);
  return (
    <>
      {pages.error !== null && items.length === 0 ? (
        <FailedState error={pages.error} onRetry={reload} />
      ) : (
        <Table
          label={t.title}
          rows={items}
          keyOf={keyOf}
          columns={columns}
          linkOf={({ id }) => ({
            href: addressOf(['deliveries', id]),
            panel: addressOf([view, ...segments], { ...query, open: id }),
          })}
          openKey={open}
          isLoading={pages.isLoading}
          isStale={pages.isStale}
          hasMore={pages.hasMore}
          onMore={pages.loadMore}
          empty={
            Object.keys(filters).length > (isOfOne ? 1 : 0) ? (
              <EmptyState title={t.noMatch} />
            ) : (
              <EmptyState icon={<Send aria-hidden />} title={t.none}>
                {t.noneText}
              </EmptyState>
            )
          }
        />
      )}
      {open !== null && <DeliveryPanel key={open} id={open} onClose={close} />}
    </>
  );
}

function useColumns(isOfOne: boolean): readonly Column<Delivery>[] {
  const t = useWords(deliveriesTexts);
  const { data: subscriptions } = useSubscriptionNames();
  return useMemo(() => {
    const hosts = new Map(subscriptions?.map(({ id, url }) => [id, hostOf(url)]));
    const columns: readonly (Column<Delivery> | false)[] = [
      {
        id: 'document',
        header: t.document,
        width: 'minmax(0, 1.4fr)',
        cell: ({ typeId }) => typeId,
      },
      {
        id: 'status',
        header: t.status,
        width: '128px',
        cell: (delivery) => <Badge tone={stateOf(delivery).tone}>{stateOf(delivery).text}</Badge>,
      },
      { id: 'type', header: t.event, width: 'minmax(0, 1.2fr)', from: 560, cell: ({ type }) => type },
      {
        id: 'outcome',
        header: t.outcome,
        width: 'minmax(0, 1.4fr)',
        from: 760,
        cell: ({ attemptCount, lastStatus, lastError }) => (
          <span className={lastError === null ? 'muted' : styles.bad}>
            {attemptCount === 0 ? t.noAttempt : outcomeText({ status: lastStatus, error: lastError })}
          </span>
        ),
      },
      !isOfOne && {
        id: 'subscription',
        header: t.subscription,
        width: 'minmax(0, 1.2fr)',
        from: 900,
        cell: ({ subscriptionId }) => (
          <span className="muted">
            #{subscriptionId} {hosts.get(subscriptionId)}
          </span>
        ),
      },
      {
        id: 'attempts',
        header: t.attempts,
        width: '72px',
        from: 660,
        isEnd: true,
        cell: (one) => one.attemptCount,
      },
      {
        id: 'when',
        header: t.when,
        width: '128px',
        from: 420,
        isEnd: true,
        cell: ({ createdAt }) => (
          <span className="muted">
            <RelativeTime at={createdAt} />
          </span>
        ),
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, subscriptions, isOfOne]);
}

function keyOf({ id }: Delivery): string {
  return id;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
