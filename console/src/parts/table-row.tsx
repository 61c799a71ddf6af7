import { memo, type MouseEvent, type ReactNode } from 'react';
import { Link } from '../routing/link';
import { navigate } from '../routing/place';
import { PickCell } from './pick';
import styles from './table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** A value of grid-template-columns, such as `120px` or `minmax(0, 2fr)`. */
  readonly width: string;
  /** The smallest width of the table, in pixels, with this column. */
  readonly from?: number;
  readonly isEnd?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** The selected rows, and a function to select one; with `isReach`, all rows from the last one. */
export interface TickedRows<Row> {
  readonly keys: ReadonlySet<string>;
  readonly toggle: (key: string, isReach: boolean) => void;
  readonly nameOf: (row: Row) => string;
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row>[];
  readonly template: string;
  /** Counted from 1, including the header. */
  readonly place: number;
  readonly top: number;
  readonly height: number;
  readonly isOpen: boolean;
  readonly isDimmed: boolean;
  readonly href: string;
  readonly panel?: string;
  readonly isTicked: boolean;
  /** True if Tab stops at its link and its checkbox. */
  readonly isStop: boolean;
  readonly pick?: (key: string, isReach: boolean) => void;
  /** The name of its checkbox. */
  readonly name?: string;
}

const INTERACTIVE = 'a, button, input, select, label';

function OneRow<Row>({ row, rowKey, columns, template, place, top, height, ...rest }: TableRowProps<Row>) {
  const { isOpen, isDimmed, href, panel, isTicked, isStop, pick, name = rowKey } = rest;
  const tabIndex = isStop ? undefined : -1;
  const follow = ({ target }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest(INTERACTIVE) !== null;
    if (!isOwn && getSelection()?.isCollapsed !== false) navigate(panel ?? href);
  };
  return (
    // The keyboard and screen readers use the link in the row. The mouse can use the whole row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      aria-rowindex={place}
      aria-current={isOpen ? 'true' : undefined}
      data-row={rowKey}
      data-dimmed={isDimmed}
      data-ticked={isTicked}
      className={styles.row}
      style={{ gridTemplateColumns: template, height, transform: `translateY(${top}px)` }}
      onClick={follow}
    >
      {pick !== undefined && (
        <PickCell
          name={name}
          isTicked={isTicked}
          tabIndex={tabIndex}
          onPick={(isReach) => pick(rowKey, isReach)}
        />
      )}
      {columns.map(({ id, cell, isEnd }, index) => (
        <div key={id} role="cell" data-end={isEnd} className={styles.cell}>
          {index === 0 ? (
            <Link href={href} panel={panel} tabIndex={tabIndex}>
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </div>
      ))}
    </div>
  );
}

/** A row of a table. It is rendered only when its own values change, because scrolling moves many rows. */
export const TableRow = memo(OneRow) as typeof OneRow;
