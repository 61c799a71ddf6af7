import { CircleX, TriangleAlert } from 'lucide-react';
import { useWords } from '../../i18n/words';
import type { TemplateProblem } from '../problems';
import styles from './workbench.module.css';
import { studioTexts } from './words';

/** The panel below the text; null while it is closed. */
export type Bottom = 'problems' | 'sampleData' | null;

interface WorkbenchTabsProps {
  readonly problems: readonly TemplateProblem[];
  readonly isOwnSample: boolean;
  readonly open: Bottom;
  readonly onOpen: (bottom: Bottom) => void;
}

/** The tabs of the bottom panel, with the number of problems. */
export function WorkbenchTabs({ problems, isOwnSample, open, onOpen }: WorkbenchTabsProps) {
  const t = useWords(studioTexts);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const toggle = (bottom: Bottom) => onOpen(open === bottom ? null : bottom);
  return (
    <div className={styles.bottomTabs}>
      <button type="button" aria-expanded={open === 'problems'} onClick={() => toggle('problems')}>
        {t.problems}
        {errors > 0 && (
          <span className={styles.errors}>
            <CircleX aria-hidden />
            {t.errors(errors)}
          </span>
        )}
        {warnings > 0 && (
          <span className={styles.warnings}>
            <TriangleAlert aria-hidden />
            {t.warnings(warnings)}
          </span>
        )}
      </button>
      <button type="button" aria-expanded={open === 'sampleData'} onClick={() => toggle('sampleData')}>
        {t.sampleData}
        {isOwnSample && <span className={styles.dot} />}
      </button>
    </div>
  );
}
