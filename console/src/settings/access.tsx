import { useQuery } from '@tanstack/react-query';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { CodeText } from '../parts/code-text';
import { Section } from '../parts/page';
import { Banner, Skeleton } from '../parts/states';
import { useCanWrite, useSessionFacts } from '../session/scopes';
import { accessTexts } from './access-words';
import { apiKeysQuery } from './api-key-calls';
import { ApiKeys } from './api-keys';

/** The credential of this console, and those of programs. */
export function Access() {
  const t = useWords(accessTexts);
  const facts = useSessionFacts();
  const mayWrite = useCanWrite();
  // Below the lists of keys, whose length is not known before.
  const { isPending } = useQuery(apiKeysQuery);
  return (
    <div className="stack-24">
      <Section title={t.session}>
        <div className="row-8">
          <strong>{t.signedInAs(facts?.partnerName ?? '…')}</strong>
          {mayWrite ? <Badge tone="good">{t.writes}</Badge> : <Badge tone="held">{t.readOnly}</Badge>}
        </div>
        <p className="muted small">
          {facts === undefined && <Skeleton width={320} height={16} />}
          {facts !== undefined && (facts.sessionKeyId === null ? t.byKey : t.byLink)}
        </p>
        {!mayWrite && <Banner tone="info">{t.readOnlyText}</Banner>}
      </Section>
      <ApiKeys />
      {!isPending && (
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
      )}
    </div>
  );
}
