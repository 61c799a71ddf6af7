import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { CodeText } from '../parts/code-text';
import { Section } from '../parts/page';
import { Banner } from '../parts/states';
import { useCanWrite, useSessionFacts } from '../session/scopes';
import { accessTexts } from './access-words';
import { ApiKeys } from './api-keys';

/** The credential of this console, and those of programs. */
export function Access() {
  const t = useWords(accessTexts);
  const facts = useSessionFacts();
  const mayWrite = useCanWrite();
  return (
    <div className="stack-24">
      <Section title={t.session}>
        <div className="row-8">
          <strong>{t.signedInAs(facts?.partnerName ?? '…')}</strong>
          {mayWrite ? <Badge tone="good">{t.writes}</Badge> : <Badge tone="held">{t.readOnly}</Badge>}
        </div>
        {facts !== undefined && (
          <p className="muted small">{facts.sessionKeyId === null ? t.byKey : t.byLink}</p>
        )}
        {!mayWrite && <Banner tone="info">{t.readOnlyText}</Banner>}
      </Section>
      <ApiKeys />
      <Section title={t.use}>
        <CodeText
          label={t.use}
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
