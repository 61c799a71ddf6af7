import { Send } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '../i18n/words';
import { List } from '../list/list';
import { useLivePages } from '../list/use-live-pages';
import { ofDelivery } from '../outcomes/outcomes';
import { StateBadge } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { EmptyState } from '../parts/states';
import type { Column } from '../parts/table';
import { addressOf } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { RelativeTime } from '../time/relative-time';
import { subjectOf } from '../events/subject';
import { type DeliveryFilters, type Delivery, deliveriesPage, useSubscriptionNames } from './delivery-calls';
import { DeliveryPanel } from './delivery-panel';
import { RetrySelected } from './retry-selected';
import { deliveriesTexts } from './words';

interface DeliveryTableProps {
  readonly filters: DeliveryFilters;
  readonly isLive: boolean;
  /** Without the column of the subscription. */
  readonly isOfOne?: boolean;
}

/** The deliveries that match the filters, and the one that is open beside them. */
export function DeliveryTable({ filters, isLive, isOfOne = false }: DeliveryTableProps) {
  const t = useWords(deliveriesTexts);
  const canWrite = useCanWrite();
  const { data: subscriptions } = useSubscriptionNames();
  const pages = useLivePages({
    name: 'deliveries',
    topic: 'delivery',
    filters,
    isLive,
    page: (cursor, signal) => deliveriesPage(filters, cursor, signal),
  });
  const isFiltered = Object.keys(filters).length > (isOfOne ? 1 : 0);
  return (
    <List
      label={t.title}
      rows={pages}
      keyOf={keyOf}
      columns={useColumns(isOfOne)}
      pageOf={({ id }) => addressOf(['deliveries', id])}
      renderPanel={(id, close) => <DeliveryPanel key={id} id={id} onClose={close} />}
      noMatch={isFiltered ? t.noMatch : null}
      empty={
        <EmptyState
          icon={<Send aria-hidden />}
          title={t.none}
          action={
            canWrite &&
            subscriptions?.length === 0 && (
              <LinkButton tone="primary" href={addressOf(['subscriptions', 'new'])}>
                {t.subscribe}
              </LinkButton>
            )
          }
        >
          {t.noneText}
        </EmptyState>
      }
      selection={
        canWrite && {
          nameOf: (delivery) => `${subjectOf(delivery)} #${delivery.subscriptionId}`,
          renderActions: (chosen, clear) => <RetrySelected chosen={chosen} onDone={clear} />,
        }
      }
    />
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
        width: 'minmax(0, 1.1fr)',
        cell: subjectOf,
      },
      {
        id: 'status',
        header: t.status,
        width: '108px',
        cell: (delivery) => <StateBadge state={ofDelivery.state(delivery)} />,
      },
      {
        id: 'type',
        header: t.event,
        width: 'minmax(0, 1.3fr)',
        from: 520,
        cell: ({ type }) => <span title={type}>{type}</span>,
      },
      {
        id: 'outcome',
        header: t.outcome,
        width: 'minmax(0, 1.8fr)',
        from: 760,
        cell: ({ attemptCount, lastStatus, lastError }) => {
          const text =
            attemptCount === 0 ? t.noAttempt : ofDelivery.outcome({ status: lastStatus, error: lastError });
          return (
            <span className={lastError === null ? 'muted' : 'bad'} title={text}>
              {text}
            </span>
          );
        },
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
        width: '152px',
        from: 620,
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
