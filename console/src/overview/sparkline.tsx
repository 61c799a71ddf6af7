import styles from './overview.module.css';

const WIDTH = 120;
const HEIGHT = 28;
const DASH = 4;

/** A line chart without numbers. Steps without a value leave a gap; a single value between gaps is a dash. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known, 0);
  const least = Math.min(...known, most);
  const spread = most - least || 1;
  const x = (index: number) => (WIDTH * index) / Math.max(1, values.length - 1);
  const y = (value: number) => HEIGHT - 2 - ((HEIGHT - 4) * (value - least)) / spread;
  const path = values
    .map((value, index) => {
      if (value === null) return '';
      const isFirst = index === 0 || values[index - 1] === null;
      const isAlone = isFirst && (values[index + 1] ?? null) === null;
      if (isAlone) return `M${(x(index) - DASH / 2).toFixed(1)} ${y(value).toFixed(1)}h${DASH}`;
      return `${isFirst ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
