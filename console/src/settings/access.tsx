import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { CodeText } from '../parts/code-text';
import { Section } from '../parts/page';
import { Banner } from '../parts/states';
import { useCanWrite } from '../session/scopes';
import { useSession } from '../session/session';
import styles from './settings.module.css';
import { settingsTexts } from './words';

/** The credential of this console, and how to get one for programs. */
export function Access() {
  const t = useWords(settingsTexts);
  const state = useSession();
  const mayWrite = useCanWrite();
  const partnerName = state.is === 'signedIn' ? state.session.partnerName : null;
  return (
    <div className="stack-24">
      <Section title={t.session}>
        <div className="row-8">
          <strong>{t.signedInAs(partnerName ?? 'API')}</strong>
          {mayWrite ? <Badge tone="good">{t.writes}</Badge> : <Badge tone="held">{t.readOnly}</Badge>}
        </div>
        <p className="muted small">{partnerName === null ? t.byKey : t.byLink}</p>
        {!mayWrite && <Banner tone="info">{t.readOnlyText}</Banner>}
      </Section>
      <Section title={t.keys}>
        <p className="small">{t.keysText}</p>
        <ul className={styles.bullets}>
          <li>{t.keyLabel}</li>
          <li>{t.keyScopes}</li>
          <li>{t.keyEnd}</li>
        </ul>
        <CodeText
          label={t.keysUse}
          text={`curl -H "Authorization: Bearer $KEY" ${location.origin}/partner/webhookSubscription`}
          isWrapped
        />
        <p className="small">
          <a href="/docs">{t.documentation}</a>
        </p>
      </Section>
    </div>
  );
}
