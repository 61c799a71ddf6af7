import { useWords } from '../i18n/words';
import styles from './pick.module.css';
import { partTexts } from './texts';

interface PickCellProps {
  readonly name: string;
  readonly isTicked: boolean;
  readonly tabIndex: number | undefined;
  /** `isReach`: Shift is held, so all rows from the last one to this are selected. */
  readonly onPick: (isReach: boolean) => void;
}

/** The checkbox of a row. */
export function PickCell({ name, isTicked, tabIndex, onPick }: PickCellProps) {
  const t = useWords(partTexts);
  return (
    <div role="cell">
      <label className={styles.pick}>
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={t.select(name)}
          checked={isTicked}
          onChange={({ nativeEvent }) => onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
    </div>
  );
}

interface HeadCellProps {
  /** The number of selected rows. */
  readonly count: number;
  readonly of: number;
  readonly onChange: (isOn: boolean) => void;
}

/** The checkbox for all rows that have been read. */
export function HeadCell({ count, of, onChange }: HeadCellProps) {
  const t = useWords(partTexts);
  return (
    <div role="columnheader">
      <label className={styles.pick}>
        <input
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < of;
          }}
          type="checkbox"
          aria-label={t.selectAll}
          checked={count > 0 && count === of}
          onChange={() => onChange(count < of)}
        />
      </label>
    </div>
  );
}
