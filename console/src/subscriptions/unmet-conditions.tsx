import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { conditionText, foundText } from './condition-text';
import styles from './unmet-conditions.module.css';
import { subscriptionsTexts } from './words';

/** Conditions that a document does not meet, each with the values that the document has. */
export function UnmetConditions({
  conditions,
}: {
  readonly conditions: readonly Schema<'ConditionResult'>[];
}) {
  const t = useWords(subscriptionsTexts);
  return (
    <ul className={styles.conditions}>
      {conditions.map(({ path, expected, found }) => (
        <li key={path}>
          <code>{conditionText(path, expected)}</code>
          <span>
            {t.found} <code className="bad">{foundText(found)}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
