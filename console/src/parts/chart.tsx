import { useEffect, useRef, useState } from 'react';
import { usePreferences, useShownTheme } from '../shell/preferences';
import type { ChartSeries } from './chart-drawing';
import styles from './chart.module.css';
import { useWidth } from './use-width';

export type { ChartSeries } from './chart-drawing';

interface ChartProps {
  /** Describes it in a sentence for those who do not see it. */
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Bars upon each other, or lines. */
  readonly kind: 'bars' | 'lines';
  readonly height?: number;
  /** How to say a value, on the axis and when pointed at. */
  readonly say: (value: number) => string;
}

/** Values over time. The library that draws them is loaded with the first chart. */
export function Chart({ label, times, series, kind, height = 220, say }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [frame, width] = useWidth();
  const { timeZone, language } = usePreferences();
  const theme = useShownTheme();
  const [drawing, setDrawing] = useState<typeof import('./chart-drawing') | null>(null);
  useEffect(() => void import('./chart-drawing').then(setDrawing), []);
  useEffect(() => {
    if (drawing === null || place.current === null || width === 0) return;
    return drawing.draw(place.current, { times, series, kind, width, height, say });
    // Colours, zone and language are read while it is drawn.
  }, [drawing, times, series, kind, width, height, say, theme, timeZone, language]);
  return (
    <figure ref={frame} className={styles.chart}>
      <div ref={place} role="img" aria-label={label} style={{ height }} />
      <figcaption className={styles.legend}>
        {series.map(({ name, color }) => (
          <span key={name}>
            <i style={{ background: `var(--${color})` }} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
