import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, bodyOf } from '../api/client';
import { useWords } from '../i18n/words';
import { Chart } from '../parts/chart';
import { Facts, Section } from '../parts/page';
import { Skeleton } from '../parts/states';
import { Segments } from '../parts/tabs';
import { changeParameters, usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { duration, number, percent } from '../time/format';
import { RelativeTime, UpcomingTime } from '../time/relative-time';
import { isRange, queryOf, type Range } from '../overview/ranges';
import { slowestStep } from '../overview/slowest-step';
import { LastAttempts } from './last-attempts';
import { Recovery } from './recovery';
import type { Subscription } from './subscription-calls';
import styles from './overview-tab.module.css';
import { subscriptionsTexts } from './words';

/** The health of a subscription: figures, attempts over time, its last deliveries, and the recovery of missed ones. */
export function OverviewTab({ subscription }: { readonly subscription: Subscription }) {
  const t = useWords(subscriptionsTexts);
  const canWrite = useCanWrite();
  const { id, lastActiveAt, health, createdAt, updatedAt, isActive } = subscription;
  return (
    <div className="stack-24">
      <Performance id={id} />
      <LastAttempts id={id} />
      <Facts
        facts={{
          [t.lastAnswer]: lastActiveAt === null ? t.noneYet : <RelativeTime at={lastActiveAt} />,
          [t.failures]:
            health.consecutiveFailures > 0 &&
            t.failedAttempts(health.consecutiveFailures, number(health.consecutiveFailures)),
          [t.lastStatus]: health.lastStatus,
          [t.nextAttempt]: health.nextAttemptAt !== null && <UpcomingTime at={health.nextAttemptAt} />,
          [t.created]: <RelativeTime at={createdAt} />,
          [t.changed]: <RelativeTime at={updatedAt} />,
        }}
      />
      {isActive && canWrite && <Recovery subscription={subscription} />}
    </div>
  );
}

function Performance({ id }: { readonly id: number }) {
  const t = useWords(subscriptionsTexts);
  const asked = usePlace().parameters.get('range') ?? '';
  const range = isRange(asked) ? asked : 'h24';
  const { data } = useStatistics(id, range);
  const { times, series, marks } = useMemo(() => {
    const steps = data ?? [];
    const good = steps.map(({ attempts, failures }) => attempts - failures);
    return {
      times: steps.map(({ start }) => Date.parse(start)),
      series: [
        { name: t.answered, color: 'chart-good', values: good },
        { name: t.failedAttemptsName, color: 'chart-bad', values: steps.map(({ failures }) => failures) },
      ],
      marks: { name: t.retriedName, color: 'chart-wait', values: steps.map(({ retried }) => retried) },
    };
  }, [data, t]);
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const [good = 0, bad = 0] = series.map(({ values }) => total(values));
  const worst = (name: 'p50' | 'p95') => Math.max(-1, ...(data ?? []).map((step) => step[name] ?? -1));
  const figure = (name: string, value: string) => (
    <div className={styles.figure}>
      <p>{name}</p>
      <p>{data === undefined ? <Skeleton width={64} height={26} /> : value}</p>
    </div>
  );
  return (
    <Section
      title={t.attemptsOverTime}
      actions={
        <Segments
          label={t.range}
          value={range}
          options={[
            ['h24', t.hours24],
            ['d7', t.days7],
            ['d30', t.days30],
          ]}
          onChange={(next) => changeParameters({ range: next })}
        />
      }
    >
      <div className={styles.figures}>
        {figure(t.attempts, number(good + bad))}
        {figure(t.successRate, good + bad === 0 ? '–' : percent(good / (good + bad)))}
        {figure(`${t.p50}, ${slowestStep(range)}`, worst('p50') < 0 ? '–' : duration(worst('p50')))}
        {figure(`${t.p95}, ${slowestStep(range)}`, worst('p95') < 0 ? '–' : duration(worst('p95')))}
      </div>
      <Chart
        label={`${t.attemptsOverTime}: ${t.answered} ${number(good)}, ${t.failedAttemptsName} ${number(bad)}`}
        height={160}
        empty={t.noAttempts}
        say={number}
        times={times}
        series={series}
        marks={marks}
      />
    </Section>
  );
}

function useStatistics(id: number, range: Range) {
  return useQuery({
    queryKey: ['statistics', id, range],
    queryFn: () => {
      return bodyOf(
        api.GET('/partner/webhookSubscription/{id}/statistics', {
          params: { path: { id }, query: queryOf(range) },
        }),
      );
    },
  });
}
