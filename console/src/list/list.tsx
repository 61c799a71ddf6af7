import { type ReactNode, useCallback, useMemo } from 'react';
import type { Pages } from '../api/use-pages';
import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { EmptyState, FailedState } from '../parts/states';
import { type Column, Table } from '../parts/table';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { SelectionBar } from './selection-bar';
import { useSelection } from './use-selection';
import { listTexts } from './words';

/** The rows of a list, read page by page or all at once. */
export type Rows<Row> = Pick<Pages<Row>, 'items' | 'isLoading' | 'error' | 'reload'> &
  Partial<Pick<Pages<Row>, 'isStale' | 'hasMore' | 'loadMore'>>;

interface ListProps<Row> {
  readonly label: string;
  readonly rows: Rows<Row>;
  readonly keyOf: (row: Row) => string;
  /** The first one contains the link of the row. */
  readonly columns: readonly Column<Row>[];
  /** The address of the row's own page. */
  readonly pageOf: (row: Row) => string;
  /** The panel of the row with this key beside the list. Without it, a row opens as its page. */
  readonly renderPanel?: (key: string, close: () => void) => ReactNode;
  readonly isDimmed?: (row: Row) => boolean;
  /** Shown if there are no rows at all. */
  readonly empty: ReactNode;
  /** The text when no row matches the filters; null without filters. */
  readonly noMatch: string | null;
  /** Actions on selected rows; false if there are none. */
  readonly selection?:
    | false
    | {
        readonly nameOf: (row: Row) => string;
        readonly renderActions: (chosen: readonly Row[], clear: () => void) => ReactNode;
      };
}

/** A list of any kind: its rows, the actions on selected ones, and the row that is open beside it. */
export function List<Row>(props: ListProps<Row>) {
  const { label, rows, keyOf, columns, pageOf, renderPanel, empty, noMatch } = props;
  const selection = props.selection === false ? undefined : props.selection;
  const { items, error, reload } = rows;
  const t = useWords(listTexts);
  const { view, segments, parameters } = usePlace();
  const open = renderPanel === undefined ? null : parameters.get('open') || null;
  const close = useCallback(() => {
    const wasWithin = document.activeElement?.closest('aside') instanceof Element;
    changeParameters({ open: null });
    if (wasWithin && open !== null) requestAnimationFrame(() => focusRow(open));
  }, [open]);
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const ticked = useSelection(keys);
  const chosen = selection === undefined ? [] : items.filter((row) => ticked.keys.has(keyOf(row)));
  const clear = () => ticked.setAll(false);
  const all = <LinkButton href={addressOf([view, ...segments])}>{t.showAll}</LinkButton>;
  const linkOf = (row: Row) => {
    const beside = { ...Object.fromEntries(parameters), open: keyOf(row) };
    return {
      href: pageOf(row),
      ...(renderPanel !== undefined && { panel: addressOf([view, ...segments], beside) }),
    };
  };
  return (
    <div>
      {error !== null && items.length === 0 ? (
        <FailedState error={error} onRetry={reload} action={noMatch !== null && all} />
      ) : (
        <Table
          label={label}
          rows={items}
          keyOf={keyOf}
          columns={columns}
          linkOf={linkOf}
          openKey={open}
          isLoading={rows.isLoading}
          {...(rows.isStale !== undefined && { isStale: rows.isStale })}
          {...(rows.hasMore !== undefined && { hasMore: rows.hasMore })}
          {...(rows.loadMore !== undefined && { onMore: rows.loadMore })}
          {...(props.isDimmed !== undefined && { isDimmed: props.isDimmed })}
          {...(selection !== undefined && { selection: { ...ticked, nameOf: selection.nameOf } })}
          empty={noMatch === null ? empty : <EmptyState title={noMatch} action={all} />}
        />
      )}
      {selection !== undefined && chosen.length > 0 && (
        <SelectionBar count={chosen.length} onClear={clear}>
          {selection.renderActions(chosen, clear)}
        </SelectionBar>
      )}
      {open !== null && renderPanel?.(open, close)}
    </div>
  );
}

/** Returns the focus from the panel to its row. */
function focusRow(key: string): void {
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] a`)?.focus();
}
