import { useWords } from '../i18n/words';
import { AttemptList } from '../outcomes/attempt-list';
import { ofEmail } from '../outcomes/outcomes';
import { attemptTexts } from '../outcomes/words';
import { Section } from '../parts/page';
import styles from './attempts.module.css';
import { TemplateLink } from './look';
import type { EmailDetail } from './sent-calls';
import { sentTexts } from './words';

/** The attempts to hand an email over, with the mail server's answers, and the template if it was a different one. */
export function Attempts({ email: { attempts, createdAt, templateId } }: { readonly email: EmailDetail }) {
  const t = useWords(sentTexts);
  const a = useWords(attemptTexts);
  return (
    <Section title={a.attempts}>
      <AttemptList
        attempts={attempts}
        createdAt={createdAt}
        outcomeOf={(attempt) => ofEmail.outcome(attempt)}
        renderPlace={({ templateId: own }) =>
          own !== templateId && (
            <>
              {' · '}
              {own === null ? t.defaultTemplate : <TemplateLink id={own} />}
            </>
          )
        }
        renderAnswer={({ answer }) =>
          answer !== '' && (
            <pre className={styles.answer} aria-label={t.answer}>
              {answer}
            </pre>
          )
        }
      />
    </Section>
  );
}
