import { useMemo } from 'react';
import { useWords } from '../i18n/words';
import { Chart } from '../parts/chart';
import { Section } from '../parts/page';
import { FailedState, Skeleton } from '../parts/states';
import { duration, number, percent } from '../time/format';
import styles from './overview.module.css';
import { Sparkline } from './sparkline';
import type { Range } from './ranges';
import { summary, useStatistics } from './statistics';
import { slowestStep } from './slowest-step';
import { overviewTexts } from './words';

/** Keeps the height of an empty line. */
const NO_BREAK = '\u00a0';

/** Attempts over time, failed ones stacked on valid ones, with the number of retried deliveries as a line. */
export function AttemptsChart({ range }: { readonly range: Range }) {
  const t = useWords(overviewTexts);
  const { data } = useStatistics(range);
  const steps = useMemo(() => data ?? [], [data]);
  const times = useMemo(() => steps.map(({ start }) => Date.parse(start)), [steps]);
  const series = useMemo(
    () => [
      {
        name: t.answered,
        color: 'chart-good',
        values: steps.map(({ attempts, failures }) => attempts - failures),
      },
      { name: t.failed, color: 'chart-bad', values: steps.map(({ failures }) => failures) },
    ],
    [steps, t],
  );
  const marks = useMemo(
    () => ({ name: t.retriedName, color: 'chart-wait', values: steps.map(({ retried }) => retried) }),
    [steps, t],
  );
  const { attempts, failures } = summary(steps);
  return (
    <Section title={t.chart}>
      <Chart
        label={t.chartText(number(attempts - failures), number(failures))}
        height={200}
        empty={t.noAttempts}
        say={number}
        times={times}
        series={series}
        marks={marks}
      />
    </Section>
  );
}

/** Attempts, success rate, time and emails over a range, each with a sparkline. */
export function Figures({ range }: { readonly range: Range }) {
  const t = useWords(overviewTexts);
  const { data, error, refetch } = useStatistics(range);
  if (data === undefined && error !== null)
    return <FailedState error={error} onRetry={() => void refetch()} />;
  const steps = data ?? [];
  const total = summary(steps);
  const rates = steps.map(({ attempts, failures }) => (attempts === 0 ? null : 1 - failures / attempts));
  const figures = [
    {
      name: t.attempts,
      value: number(total.attempts),
      note: total.retried === 0 ? t.noRetries : t.retried(total.retried, number(total.retried)),
      values: steps.map(({ attempts }) => attempts),
    },
    {
      name: t.successRate,
      value: total.successRate === null ? '–' : percent(total.successRate),
      note: t.failures(total.failures, number(total.failures)),
      values: rates,
    },
    {
      name: t.p95,
      value: total.p95 === null ? '–' : duration(total.p95),
      note: total.p50 === null ? '' : t.p50(slowestStep(range), duration(total.p50)),
      values: steps.map(({ p95 }) => p95),
    },
    {
      name: t.emails,
      value: number(total.sent),
      note: total.emailFailures === 0 ? t.emailsFine : t.emailsFailed(number(total.emailFailures)),
      values: steps.map(({ emails }) => emails.sent),
    },
  ];
  return (
    <div className={styles.figures}>
      {figures.map(({ name, value, note, values }) => (
        <div key={name} className={styles.figure}>
          <p className="muted small">{name}</p>
          <p className={styles.value}>{data === undefined ? <Skeleton width={80} height={34} /> : value}</p>
          <p className={styles.note}>{data === undefined ? NO_BREAK : note || NO_BREAK}</p>
          <Sparkline values={values} />
        </div>
      ))}
    </div>
  );
}
