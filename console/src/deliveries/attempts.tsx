import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { AttemptList } from '../outcomes/attempt-list';
import { ofDelivery } from '../outcomes/outcomes';
import { attemptTexts } from '../outcomes/words';
import { CodeText } from '../parts/code-text';
import styles from './attempts.module.css';
import type { DeliveryDetail } from './delivery-calls';
import { deliveriesTexts } from './words';

/** The attempts of a delivery, each with its trigger, address and answer. */
export function Attempts({ delivery: { attempts, createdAt } }: { readonly delivery: DeliveryDetail }) {
  const t = useWords(deliveriesTexts);
  const a = useWords(attemptTexts);
  const triggers: Readonly<Record<string, string>> = {
    automatic: t.automatic,
    manual: t.manual,
    recover: t.recover,
    test: t.test,
  };
  return (
    <section className="stack-8">
      <h2 className="unseen">{a.attempts}</h2>
      <AttemptList
        attempts={attempts}
        createdAt={createdAt}
        outcomeOf={(attempt) => ofDelivery.outcome(attempt)}
        renderNote={({ trigger }) => triggers[trigger] ?? trigger}
        renderPlace={({ url }) => ` · ${t.sentTo} ${url}`}
        renderAnswer={(attempt) => <Answer attempt={attempt} />}
      />
    </section>
  );
}

function Answer({ attempt: { number, answer } }: { readonly attempt: Schema<'Attempt'> }) {
  const t = useWords(deliveriesTexts);
  if (answer === null) return null;
  return (
    <details className={styles.answer}>
      <summary>{t.answer}</summary>
      {answer.body === '' ? (
        <p className="muted small">{t.emptyAnswer}</p>
      ) : (
        <CodeText label={t.answerTo(number)} text={answer.body} maxHeight={240} isWrapped />
      )}
      {answer.truncated && <p className="muted small">{t.truncated}</p>}
    </details>
  );
}
