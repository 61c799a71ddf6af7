import { Plus } from 'lucide-react';
import { type EventType, eventTypes } from '../api/catalogue';
import { said } from '../i18n/said';
import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { Select } from '../parts/field';
import { Page, Section } from '../parts/page';
import { useMedia } from '../parts/use-media';
import { Link } from '../routing/link';
import { addressOf, navigate } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { EventBodies } from './event-bodies';
import styles from './event-catalogue.module.css';
import { ListTabs } from './list-tabs';
import { subscriptionsTexts } from './words';

/** Widths without room for the list beside the event, as in event-catalogue.module.css. */
const ONE_COLUMN = '(max-width: 899px)';

/** Every type of event with its meaning, and what receivers get: an example and its schema. */
export function EventCatalogue({ asked }: { readonly asked: string | undefined }) {
  const t = useWords(subscriptionsTexts);
  const isOneColumn = useMedia(ONE_COLUMN);
  const chosen = eventTypes.find(({ type }) => type === asked) ?? eventTypes[0];
  if (chosen === undefined) return null;
  const addressOfType = (type: string) => addressOf(['subscriptions', 'catalogue', type]);
  return (
    <Page title={t.catalogueTitle} about={t.catalogueAbout}>
      <ListTabs current="catalogue" />
      <div className={styles.catalogue}>
        {isOneColumn ? (
          <Select
            name="type"
            label={t.event}
            value={chosen.type}
            options={eventTypes.map(({ type }) => [type, type] as const)}
            onChange={(type) => navigate(addressOfType(type))}
          />
        ) : (
          <nav aria-label={t.catalogueTitle}>
            <ul className={styles.types}>
              {eventTypes.map(({ type, summary }) => (
                <li key={type}>
                  <Link href={addressOfType(type)} aria-current={type === chosen.type ? 'page' : undefined}>
                    <strong>{type}</strong>
                    <span>{said(summary)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <CatalogueEntry eventType={chosen} />
      </div>
    </Page>
  );
}

function CatalogueEntry({ eventType }: { readonly eventType: EventType }) {
  const t = useWords(subscriptionsTexts);
  const canWrite = useCanWrite();
  const { type } = eventType;
  return (
    <Section
      title={type}
      actions={
        canWrite && (
          <LinkButton icon={<Plus aria-hidden />} href={addressOf(['subscriptions', 'new'], { type })}>
            {t.subscribe}
          </LinkButton>
        )
      }
    >
      <EventBodies eventType={eventType} />
    </Section>
  );
}
