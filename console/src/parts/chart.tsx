import { useState } from 'react';
import { usePreferences } from '../shell/use-preferences';
import { dateFormat } from '../time/format';
import styles from './chart.module.css';

export interface ChartSeries {
  readonly name: string;
  /** A token, such as `chart-good`. */
  readonly color: string;
  readonly values: readonly number[];
}

interface ChartProps {
  /** A sentence that describes it for screen readers. */
  readonly label: string;
  /** Milliseconds since 1970, ascending, at equal intervals. */
  readonly times: readonly number[];
  /** The first one is at the bottom. */
  readonly series: readonly ChartSeries[];
  /** Drawn as a line across each column, over the stack: counts that do not belong to it. */
  readonly marks: ChartSeries;
  readonly height?: number;
  /** Shown if every value is zero. */
  readonly empty: string;
  /** Formats a value for the axis and for the tooltip. */
  readonly say: (value: number) => string;
}

/** The intervals of the grid lines, which are whole because values are counts. */
const DISTANCES = [1, 2, 5] as const;
const MAX_LINES = 5;
const MAX_TIMES = 6;
/** The smallest share of the height at which a mark is drawn. Lower ones would cover the bars. */
const LEAST_MARK = 0.02;
const DAY_MS = 86_400_000;

/** A stacked bar chart of counts over time, made of page elements, which adapt to the width. */
export function Chart({ label, times, series, marks, height = 220, empty, say }: ChartProps) {
  usePreferences();
  const [pointed, setPointed] = useState<number | null>(null);
  const totals = times.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const lines = linesUpTo(Math.max(1, ...totals, ...marks.values));
  const top = lines.at(-1) ?? 1;
  const every = Math.max(1, Math.ceil(times.length / MAX_TIMES));
  return (
    <figure className={styles.chart}>
      <div role="img" aria-label={label} className={styles.drawing} style={{ height }}>
        <div className={styles.plot} onPointerLeave={() => setPointed(null)}>
          {lines.map((value) => (
            <div key={value} className={styles.line} style={{ bottom: share(value, top) }}>
              <span>{say(value)}</span>
            </div>
          ))}
          {times.map((at, index) => (
            <div key={at} className={styles.column} onPointerMove={() => setPointed(index)}>
              {series.map(({ name, color, values }) => (
                <i
                  key={name}
                  style={{ height: share(values[index] ?? 0, top), background: `var(--${color})` }}
                />
              ))}
              {(marks.values[index] ?? 0) > top * LEAST_MARK && (
                <b
                  style={{
                    bottom: share(marks.values[index] ?? 0, top),
                    background: `var(--${marks.color})`,
                  }}
                />
              )}
              {index % every === 0 && <span className={styles.time}>{dayOrHour(at, times)}</span>}
            </div>
          ))}
          {times.length > 0 && totals.every((total) => total === 0) && (
            <p className={styles.nothing}>{empty}</p>
          )}
          {pointed !== null && <Tip index={pointed} times={times} series={[marks, ...series]} say={say} />}
        </div>
      </div>
      <figcaption className={styles.legend}>
        {series.map(({ name, color }) => (
          <span key={name}>
            <i style={{ background: `var(--${color})` }} />
            {name}
          </span>
        ))}
        <span>
          <b style={{ background: `var(--${marks.color})` }} />
          {marks.name}
        </span>
      </figcaption>
    </figure>
  );
}

/** The values of the hovered column, on the side with more room. */
function Tip({
  index,
  times,
  series,
  say,
}: Pick<ChartProps, 'times' | 'series' | 'say'> & { index: number }) {
  const at = times[index];
  if (at === undefined) return null;
  const isLeft = index < times.length / 2;
  const edge = isLeft ? share(index + 1, times.length) : share(times.length - index, times.length);
  return (
    <div className={styles.tip} style={isLeft ? { left: edge } : { right: edge }}>
      <p>{dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(at)}</p>
      {series.toReversed().map(({ name, values }) => (
        <p key={name}>
          {name}: {say(values[index] ?? 0)}
        </p>
      ))}
    </div>
  );
}

/** Round values from 0. The last one is not below the largest. */
function linesUpTo(largest: number): readonly number[] {
  const magnitude = 10 ** Math.max(0, Math.floor(Math.log10(largest)) - 1);
  const distances = [1, 10, 100].flatMap((factor) => DISTANCES.map((one) => one * factor * magnitude));
  const distance = distances.find((one) => largest / one <= MAX_LINES - 1) ?? largest;
  return Array.from({ length: Math.ceil(largest / distance) + 1 }, (_, index) => index * distance);
}

function share(value: number, whole: number): string {
  return `${(100 * value) / whole}%`;
}

function dayOrHour(at: number, times: readonly number[]): string {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return dateFormat(
    span > 2 * DAY_MS ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' },
  ).format(at);
}
