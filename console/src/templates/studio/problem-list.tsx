import { CircleX, TriangleAlert, CircleCheck } from 'lucide-react';
import { useLanguage } from '../../i18n/language';
import { useWords } from '../../i18n/words';
import { Button } from '../../parts/button';
import { fixesFor } from '../fixes';
import { problemIn } from '../problem-words/problem-words';
import type { Edit, TemplateProblem } from '../problems';
import styles from './problem-list.module.css';
import { studioTexts } from './words';

interface ProblemListProps {
  readonly text: string;
  readonly problems: readonly TemplateProblem[];
  /** False until the text has been checked for the first time. */
  readonly isChecked: boolean;
  readonly onGo: (problem: TemplateProblem) => void;
  /** Null if the text cannot be changed. */
  readonly onFix: ((edits: readonly Edit[]) => void) | null;
}

/** All problems, with their places and quick fixes. */
export function ProblemList({ text, problems, isChecked, onGo, onFix }: ProblemListProps) {
  const t = useWords(studioTexts);
  const language = useLanguage();
  if (!isChecked) return <p className={styles.none}>{t.checking}</p>;
  if (problems.length === 0) {
    return (
      <p className={styles.none}>
        <CircleCheck aria-hidden />
        {t.noProblems}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {problems.map((problem, index) => (
        <li key={`${index}-${problem.code}-${problem.line}-${problem.column}`} className={styles.problem}>
          <button
            type="button"
            className={styles.place}
            data-severity={problem.severity}
            onClick={() => onGo(problem)}
          >
            {problem.severity === 'error' ? <CircleX aria-hidden /> : <TriangleAlert aria-hidden />}
            <span className="unseen">{problem.severity === 'error' ? t.error : t.warning}</span>
            <span className={styles.message}>{problemIn(language, problem.message)}</span>
            <span className={styles.line}>
              {problem.snippet === null
                ? t.place(problem.line, problem.column)
                : t.inSnippet(problem.snippet, problem.line)}
            </span>
          </button>
          {onFix !== null && (
            <span className={styles.fixes}>
              {fixesFor(text, problem).map(({ label, edits }) => (
                <Button key={label} onPress={() => onFix(edits)}>
                  {label}
                </Button>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
