import type { EventType } from '../api/catalogue';
import { said } from '../i18n/said';
import { useWords } from '../i18n/words';
import { CodeText } from '../parts/code-text';
import styles from './event-catalogue.module.css';
import { schemaOfBodies } from './event-schema';
import { subscriptionsTexts } from './words';

/** The meaning of an event, and what receivers get: an example and its schema. */
export function EventBodies({ eventType }: { readonly eventType: EventType }) {
  const t = useWords(subscriptionsTexts);
  const { summary, feature, example } = eventType;
  const schema = schemaOfBodies(eventType);
  return (
    <div className="stack-16">
      <p>
        {said(summary)} {feature !== null && t.needsFeature(feature)}
      </p>
      <div className={styles.codes}>
        <div className="stack-8">
          <h3>{t.exampleBody}</h3>
          <CodeText label={t.exampleBody} text={JSON.stringify(example, null, 2)} syntax="json" />
        </div>
        <div className="stack-8">
          <h3>{t.jsonSchema}</h3>
          <CodeText label={t.jsonSchema} text={JSON.stringify(schema, null, 2)} syntax="json" />
        </div>
      </div>
    </div>
  );
}
