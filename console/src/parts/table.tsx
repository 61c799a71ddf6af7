import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useMemo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/words';
import { navigate } from '../routing/place';
import { Button } from './button';
import { SkeletonRows } from './states';
import styles from './table.module.css';
import { HeadCell } from './pick';
import { type Column, TableRow, type TickedRows } from './table-row';
import { useRowKeys } from './table-keys';
import { partTexts } from './texts';
import { useWidth } from './use-width';

export type { Column } from './table-row';

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The first one contains the link of the row. */
  readonly columns: readonly Column<Row>[];
  readonly linkOf: (row: Row) => { readonly href: string; readonly panel?: string };
  /** The row that is open in the side panel. */
  readonly openKey?: string | null;
  readonly isLoading?: boolean;
  /** True while the rows are those of the former filter. */
  readonly isStale?: boolean;
  readonly hasMore?: boolean;
  readonly onMore?: () => void;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  readonly isDimmed?: (row: Row) => boolean;
  /** The selected rows. Without it, rows have no checkbox. */
  readonly selection?: TickedRows<Row> & { readonly setAll: (isOn: boolean) => void };
}

const OVERSCAN = 8;
/** The number of rows that are added and removed together, so that short scrolls change nothing in the page. */
const ROWS_AT_ONCE = 8;
/** Longer lists are a single stop for Tab. */
const MOST_STOPS = 40;

/** A table that renders only the visible rows, loads more at its end, and has J and K to move. */
export function Table<Row>(props: TableProps<Row>) {
  const {
    label,
    rows,
    keyOf,
    linkOf,
    openKey = null,
    empty,
    isLoading = false,
    hasMore = false,
    onMore,
    selection,
  } = props;
  const t = useWords(partTexts);
  const body = useRef<HTMLDivElement>(null);
  const [frame, width] = useWidth();
  const columns = useMemo(
    () => props.columns.filter(({ from = 0 }) => width >= from),
    [props.columns, width],
  );
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(body.current?.offsetTop ?? 0), [width, isLoading]);
  const rowHeight = useRowHeight();
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    rangeExtractor: drawnRows,
    scrollMargin: margin,
    scrollPaddingStart: 96,
    // Scrolling does not wait for rows, because more than the visible ones are rendered.
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const keyAt = (index: number) => (rows[index] === undefined ? null : keyOf(rows[index]));
  const [focused, setFocused] = useState<string | null>(null);
  const shown = items.map(({ index }) => rows[index]).filter((row) => row !== undefined);
  const stop =
    rows.length <= MOST_STOPS
      ? null
      : ([focused, openKey].find((key) => shown.some((row) => keyOf(row) === key)) ??
        keyAt(firstInSight(items.map(({ index }) => index))));
  useEffect(() => {
    if (hasMore && last >= rows.length - OVERSCAN) onMore?.();
  }, [hasMore, last, rows.length, onMore]);

  const move = useCallback(
    (by: 1 | -1) => {
      const current = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
      const present = rows.findIndex((row) => keyOf(row) === (openKey ?? current));
      const next = Math.min(rows.length - 1, Math.max(0, present + by));
      const row = rows[next];
      if (row === undefined) return;
      virtualizer.scrollToIndex(next, { align: 'auto' });
      const { panel } = linkOf(row);
      if (openKey !== null && panel !== undefined) navigate(panel, { replace: true });
      // While the focus is in the panel, it stays there.
      if (document.activeElement?.closest('aside') !== null) return;
      const selector = `[data-row="${CSS.escape(keyOf(row))}"] a`;
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
      );
    },
    [rows, keyOf, openKey, linkOf, virtualizer],
  );
  const mark = useCallback(() => {
    const current = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? openKey;
    if (current !== null) selection?.toggle(current, false);
  }, [selection, openKey]);
  useRowKeys(move, mark);

  const widths = columns.map((column) => column.width);
  const template = (selection === undefined ? widths : ['20px', ...widths]).join(' ');
  if (isLoading) return <SkeletonRows />;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div ref={frame} className={styles.frame} data-stale={props.isStale === true}>
      <div role="table" aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className={styles.head} style={{ gridTemplateColumns: template }}>
            {selection !== undefined && (
              <HeadCell count={selection.keys.size} of={rows.length} onChange={selection.setAll} />
            )}
            {columns.map(({ id, header, isEnd }) => (
              <div key={id} role="columnheader" data-end={isEnd}>
                {header}
              </div>
            ))}
          </div>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={body}
          role="rowgroup"
          className={styles.body}
          onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null)}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = keyOf(row);
            return (
              <TableRow
                key={key}
                row={row}
                rowKey={key}
                columns={columns}
                template={template}
                place={index + 2}
                top={start - margin}
                height={size}
                isOpen={key === openKey}
                isStop={stop === null || key === stop}
                isDimmed={props.isDimmed?.(row) ?? false}
                isTicked={selection?.keys.has(key) ?? false}
                {...(selection !== undefined && {
                  pick: selection.toggle,
                  name: selection.nameOf(row),
                })}
                {...linkOf(row)}
              />
            );
          })}
        </div>
      </div>
      {hasMore && (
        <div className={styles.more}>
          <Button tone="quiet" onPress={() => onMore?.()}>
            {t.showMore}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The indexes of the rows in and around the visible part, in steps. */
function drawnRows({ startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, Math.floor(startIndex / ROWS_AT_ONCE) * ROWS_AT_ONCE - overscan);
  const last = Math.min(count - 1, Math.ceil(endIndex / ROWS_AT_ONCE) * ROWS_AT_ONCE + overscan);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** Approximately the first visible row. It stays the same while the same rows are rendered. */
function firstInSight(drawn: readonly number[]): number {
  return drawn[0] === 0 ? 0 : (drawn[OVERSCAN] ?? 0);
}

/** Rows are higher on touch screens (tokens.css). */
function useRowHeight(): number {
  const [height] = useState(() =>
    parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10),
  );
  return Number.isNaN(height) ? 38 : height;
}
