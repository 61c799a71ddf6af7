import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useState } from 'react';
import { api, bodyOf, type Schema } from '../api/client';
import { queryClient } from '../api/query-client';
import { useLive } from '../api/use-live';
import { useWords } from '../i18n/words';
import { ofDelivery } from '../outcomes/outcomes';
import { attemptTexts } from '../outcomes/words';
import { Section } from '../parts/page';
import { Skeleton } from '../parts/states';
import { useWidth } from '../parts/use-width';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { absoluteTime, duration } from '../time/format';
import styles from './last-attempts.module.css';
import { subscriptionsTexts } from './words';

type Attempt = Schema<'SubscriptionAttempt'>;

const MOST = 60;
/** The least width of a bar with its gap, in pixels. */
const NARROWEST_PX = 12;
const LOWEST_PERCENT = 8;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -MOST, End: MOST };

/** The last attempts as bars, oldest first: the higher the longer, coloured by outcome. Each opens its delivery. */
export function LastAttempts({ id }: { readonly id: number }) {
  const t = useWords(subscriptionsTexts);
  const [frame, width] = useWidth();
  const { data, refetch } = useQuery({
    queryKey: ['deliveries', 'attempts', id],
    queryFn: () =>
      bodyOf(
        api.GET('/partner/webhookSubscription/{id}/attempts', {
          params: { path: { id }, query: { limit: MOST } },
        }),
      ),
  });
  // Each attempt can also change the health of the subscription.
  const reload = useCallback(() => {
    void refetch();
    void queryClient.invalidateQueries({ queryKey: ['subscription', id] });
  }, [refetch, id]);
  useLive('delivery', true, reload);
  const shown = (data ?? [])
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    .slice(-Math.max(1, Math.floor(width / NARROWEST_PX)));
  const longest = Math.max(0, ...shown.map(({ durationMs }) => durationMs));
  const failed = shown.filter(({ error }) => error !== null).length;
  return (
    <Section title={t.lastAttempts}>
      {data?.length === 0 ? (
        <p className="muted">{t.noDeliveries}</p>
      ) : (
        <div ref={frame} className="stack-8">
          {data === undefined ? (
            <Skeleton height={72} />
          ) : (
            <Bars attempts={shown} longest={longest} subscriptionId={id} />
          )}
          <p className="muted small">
            {data === undefined ? '…' : t.barsText(shown.length, failed, duration(longest))}
          </p>
        </div>
      )}
    </Section>
  );
}

interface BarsProps {
  readonly attempts: readonly Attempt[];
  readonly longest: number;
  readonly subscriptionId: number;
}

/** Tab stops only at the newest bar; the arrow keys move to the others. */
function Bars({ attempts, longest, subscriptionId }: BarsProps) {
  const t = useWords(subscriptionsTexts);
  const a = useWords(attemptTexts);
  const [chosen, setChosen] = useState(Number.MAX_SAFE_INTEGER);
  const current = Math.min(chosen, attempts.length - 1);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(attempts.length - 1, Math.max(0, current + step));
    setChosen(next);
    event.currentTarget.querySelectorAll('a').item(next).focus();
  };
  return (
    // The keyboard uses the links in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol className={styles.bars} aria-label={t.lastAttempts} onKeyDown={move}>
      {attempts.map((attempt, index) => {
        const { deliveryId, typeId, number: count, startedAt, durationMs, error } = attempt;
        const outcome = `${ofDelivery.outcome(attempt)}, ${duration(durationMs)}`;
        const name = `${typeId}, ${a.attempt(count)}: ${outcome}, ${absoluteTime(startedAt)}`;
        return (
          <li key={`${deliveryId}-${count}`}>
            <Link
              href={addressOf(['subscriptions', subscriptionId, 'deliveries'], { open: deliveryId })}
              aria-label={name}
              title={name}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setChosen(index)}
            >
              <span data-bad={error !== null} style={{ height: `${heightOf(durationMs, longest)}%` }} />
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

/** Proportional to the square root, because next to a timeout all others would look flat. */
function heightOf(durationMs: number, longest: number): number {
  return LOWEST_PERCENT + (100 - LOWEST_PERCENT) * Math.sqrt(durationMs / Math.max(longest, 1));
}
