import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { dateFormat } from '../time/format';

export interface ChartSeries {
  readonly name: string;
  /** A token, such as `chart-good`. */
  readonly color: string;
  readonly values: readonly (number | null)[];
}

interface Drawing {
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly kind: 'bars' | 'lines';
  readonly width: number;
  readonly height: number;
  readonly say: (value: number) => string;
}

/** Distances of the lines: values are counts or whole milliseconds. */
const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000];

/** Draws a chart into an element; the answer takes it away again. */
export function draw(place: HTMLElement, drawing: Drawing): () => void {
  const { times, series, kind, width, height, say } = drawing;
  const font = '11px "Inter Variable", sans-serif';
  const axis = { stroke: token('muted'), font, ticks: { show: false } };
  const stacked = kind === 'bars' ? stackedUp(series) : series.map(({ values }) => [...values]);
  // The tallest is drawn first: the ones below it in the stack are drawn over it.
  const order = kind === 'bars' ? [...series.keys()].reverse() : [...series.keys()];
  const bars = uPlot.paths.bars?.({ size: [0.72, 40], radius: 0.08 });
  const chart = new uPlot(
    {
      width,
      height,
      padding: [8, 4, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: kind === 'lines' }, drag: { x: false, y: false } },
      scales: {
        x: { time: true, range: (_, min, max) => edges(min, max, times) },
        y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] },
      },
      axes: [
        {
          ...axis,
          size: 26,
          grid: { show: false },
          space: 70,
          values: (_, splits) => splits.map((at) => dayOrHour(at, times)),
        },
        {
          ...axis,
          size: 46,
          incrs: COUNTS,
          grid: { stroke: token('chart-grid'), width: 1 },
          values: (_, splits) => splits.map((at) => say(at)),
        },
      ],
      series: [
        {},
        ...order.map((index) => ({
          stroke: token(series[index]?.color ?? 'muted'),
          ...(kind === 'bars' && {
            fill: token(series[index]?.color ?? 'muted'),
            width: 0,
            points: { show: false },
          }),
          ...(kind === 'bars' && bars !== undefined && { paths: bars }),
          ...(kind === 'lines' && { width: 1.5, points: { show: false } }),
        })),
      ],
      plugins: [pointer(drawing)],
    },
    [[...times], ...order.map((index) => stacked[index] ?? [])],
    place,
  );
  return () => chart.destroy();
}

/** Says the values of the column that is pointed at, in text nodes. */
function pointer({ times, series, say }: Drawing): uPlot.Plugin {
  const tip = document.createElement('div');
  tip.className = 'chart-tip';
  tip.hidden = true;
  return {
    hooks: {
      init: (chart) => chart.over.append(tip),
      setCursor: (chart) => {
        const index = chart.cursor.idx;
        const at = times[index ?? -1];
        tip.hidden = at === undefined || (chart.cursor.left ?? -1) < 0;
        if (tip.hidden || at === undefined || index === null || index === undefined) return;
        const lines = series.map(({ name, values }) => `${name}: ${say(values[index] ?? 0)}`);
        const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(at * 1000);
        tip.textContent = [moment, ...lines].join('\n');
        const left = chart.cursor.left ?? 0;
        tip.style.transform = `translateX(${Math.max(0, Math.min(left + 12, chart.over.clientWidth - 170))}px)`;
      },
    },
  };
}

function stackedUp(series: readonly ChartSeries[]): number[][] {
  const total: number[] = [];
  return series.map(({ values }) =>
    values.map((value, index) => {
      total[index] = (total[index] ?? 0) + (value ?? 0);
      return total[index];
    }),
  );
}

/** Half a column of room at both ends, so that none is cut. */
function edges(min: number, max: number, times: readonly number[]): [number, number] {
  const step = (times[1] ?? min + 3600) - (times[0] ?? min);
  return [min - step / 2, max + step / 2];
}

function dayOrHour(at: number, times: readonly number[]): string {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const options: Intl.DateTimeFormatOptions =
    span > 2 * 86_400 ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' };
  return dateFormat(options).format(at * 1000);
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
