import { CircleCheck, Circle } from 'lucide-react';
import { useWords } from '../i18n/words';
import { Section } from '../parts/page';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { useSubscriptions } from '../subscriptions/subscription-calls';
import { useFirstAssignment } from './overview-calls';
import styles from './overview.module.css';
import { overviewTexts } from './words';

/** The first steps of a new partner with their state. Hidden from readers, and once all are done. */
export function FirstSteps() {
  const t = useWords(overviewTexts);
  const { items: subscriptions, isLoading, error } = useSubscriptions({ areDeleted: false });
  const { data: assignments } = useFirstAssignment();
  const canWrite = useCanWrite();
  if (!canWrite || isLoading || error !== null || assignments === undefined) return null;
  const [first] = subscriptions;
  const steps = [
    {
      title: t.stepSubscription,
      text: t.stepSubscriptionText,
      href: addressOf(['subscriptions', 'new']),
      isDone: first !== undefined,
    },
    {
      title: t.stepVerify,
      text: t.stepVerifyText,
      href:
        first === undefined
          ? addressOf(['subscriptions', 'new'])
          : addressOf(['subscriptions', first.id, 'test']),
      isDone: subscriptions.some(({ lastActiveAt }) => lastActiveAt !== null),
    },
    {
      title: t.stepEmails,
      text: t.stepEmailsText,
      href: addressOf(['templates', 'new']),
      isDone: assignments.length > 0,
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section title={t.start}>
      <ol className={styles.steps}>
        {steps.map(({ title, text, href, isDone }) => (
          <li key={title} data-done={isDone}>
            {isDone ? <CircleCheck aria-hidden /> : <Circle aria-hidden />}
            <div className="stack-4">
              <Link href={href}>{title}</Link>
              <p className="muted small">{text}</p>
              <span className="unseen">{isDone ? t.done : t.open}</span>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
