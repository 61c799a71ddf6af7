import { useWords } from '../i18n/words';
import { StateBadge } from '../parts/badge';
import { CodeText } from '../parts/code-text';
import { Facts, Section } from '../parts/page';
import { Link } from '../routing/link';
import { addressOf } from '../routing/place';
import { AbsoluteTime } from '../time/relative-time';
import { ofDelivery } from '../outcomes/outcomes';
import type { LoggedEvent } from './event-calls';
import { Explanation } from './explanation';
import { subjectOf } from './subject';
import styles from './event-content.module.css';
import { eventsTexts } from './words';

/** Everything about an event: its deliveries, why subscriptions fired or not, and the document. */
export function EventContent({ event }: { readonly event: LoggedEvent }) {
  const t = useWords(eventsTexts);
  const { id, type, typeId, companyId, createdAt, deliveries, data } = event;
  return (
    <div className="stack-24">
      <Facts
        facts={{
          [t.document]: <Link href={addressOf(['events'], { typeId })}>{subjectOf(event)}</Link>,
          [t.type]: type,
          [t.company]: companyId,
          [t.when]: <AbsoluteTime at={createdAt} />,
          [t.id]: <code>{id}</code>,
        }}
      />
      <Section title={t.deliveries}>
        {deliveries.length === 0 ? (
          <p className="muted">{t.noDeliveries}</p>
        ) : (
          <ul className={styles.list}>
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <Link href={addressOf(['deliveries', delivery.id])}>#{delivery.subscriptionId}</Link>
                <StateBadge state={ofDelivery.state(delivery)} />
                <span className="muted clip">
                  {delivery.attemptCount > 0 &&
                    ofDelivery.outcome({ status: delivery.lastStatus, error: delivery.lastError })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Explanation eventId={id} />
      <Section title={t.data}>
        <CodeText label={t.data} text={JSON.stringify(data, null, 2)} syntax="json" />
      </Section>
    </div>
  );
}
