import { useMemo } from 'react';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { Button } from '../parts/button';
import type { Column } from '../parts/table';
import { useCanWrite } from '../session/scopes';
import { number } from '../time/format';
import { RelativeTime } from '../time/relative-time';
import { subscriptionActions } from './actions';
import { DeletionCountdown } from './deletion-countdown';
import { deletionText, healthOf, isValid, nameOf } from './health';
import type { Subscription } from './subscription-calls';
import { subscriptionsTexts } from './words';

/** The columns of the present subscriptions, or of the deleted ones, which users with write access can restore. */
export function useColumns(areDeleted: boolean): readonly Column<Subscription>[] {
  const t = useWords(subscriptionsTexts);
  const canWrite = useCanWrite();
  return useMemo(() => {
    const event: Column<Subscription> = {
      id: 'event',
      header: t.event,
      width: 'minmax(0, 1.3fr)',
      cell: ({ id, type }) => (
        <span title={type}>
          {type} <span className="muted">#{id}</span>
        </span>
      ),
    };
    const url: Column<Subscription> = {
      id: 'url',
      header: t.url,
      width: 'minmax(0, 1.8fr)',
      from: 620,
      cell: (one) => <span className="muted">{one.url}</span>,
    };
    if (!areDeleted) return [event, url, ...presentColumns(t)];
    return [event, url, reasonColumn(t), ...(canWrite ? [undoColumn(t)] : [])];
  }, [t, areDeleted, canWrite]);
}

type Texts = ReturnType<typeof useWords<(typeof subscriptionsTexts)['en']>>;

function presentColumns(t: Texts): readonly Column<Subscription>[] {
  return [
    {
      id: 'health',
      header: t.healthName,
      width: '112px',
      cell: (one) => <Badge tone={healthOf(one).tone}>{healthOf(one).text}</Badge>,
    },
    {
      id: 'failures',
      header: t.failures,
      width: 'minmax(0, 1.2fr)',
      from: 940,
      cell: ({ health }) => (
        <>
          {health.lastStatus !== null && !isValid(health.lastStatus) && `${health.lastStatus} · `}
          {health.willBeDeletedAt !== null ? (
            <DeletionCountdown at={health.willBeDeletedAt} isShort />
          ) : (
            health.consecutiveFailures > 0 && (
              <span className="muted">
                {t.failedAttempts(health.consecutiveFailures, number(health.consecutiveFailures))}
              </span>
            )
          )}
        </>
      ),
    },
    {
      id: 'last',
      header: t.lastAnswer,
      width: '140px',
      from: 780,
      isEnd: true,
      cell: ({ lastActiveAt }) => (
        <span className="muted">
          {lastActiveAt === null ? t.noneYet : <RelativeTime at={lastActiveAt} />}
        </span>
      ),
    },
  ];
}

function reasonColumn(t: Texts): Column<Subscription> {
  return {
    id: 'reason',
    header: t.deletedOn,
    width: 'minmax(0, 2fr)',
    from: 560,
    cell: (one) => (
      <span className="muted" title={deletionText(one.deletedReason)}>
        <RelativeTime at={one.updatedAt} />. {deletionText(one.deletedReason)}
      </span>
    ),
  };
}

function undoColumn(t: Texts): Column<Subscription> {
  return {
    id: 'undo',
    header: '',
    width: '88px',
    isEnd: true,
    cell: (one) => (
      <Button tone="quiet" about={nameOf(one)} onPress={() => void subscriptionActions.restore(one)}>
        {t.restore}
      </Button>
    ),
  };
}
