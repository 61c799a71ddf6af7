import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Badge, Tag } from '../parts/badge';
import { Button } from '../parts/button';
import { confirmed } from '../parts/confirm';
import { Section } from '../parts/page';
import { Banner, EmptyState, FailedState, SkeletonRows } from '../parts/states';
import { toast } from '../parts/toast-store';
import { useSessionFacts } from '../session/scopes';
import { RelativeTime } from '../time/relative-time';
import { accessTexts } from './access-words';
import { type ApiKey, apiKeysQuery, revokeApiKey } from './api-key-calls';
import { ApiKeyForm } from './api-key-form';
import styles from './settings.module.css';

/** The keys of programs and the sessions of people. Only a session can create and revoke them. */
export function ApiKeys() {
  const t = useWords(accessTexts);
  const { data, error, refetch } = useQuery(apiKeysQuery);
  const facts = useSessionFacts();
  const [isNew, setNew] = useState(false);
  const own = facts?.sessionKeyId ?? null;
  const keys = data?.filter(({ session }) => !session).toReversed() ?? [];
  const sessions = data?.filter((key) => key.session && !hasEnded(key)).toReversed() ?? [];
  const create = own !== null && (
    <Button tone="primary" icon={<Plus aria-hidden />} onPress={() => setNew(true)}>
      {t.create}
    </Button>
  );
  return (
    <>
      <Section title={t.keys} actions={keys.length > 0 && create}>
        <p className="muted small">{t.keysText}</p>
        {facts !== undefined && own === null && <Banner tone="info">{t.keysByKey}</Banner>}
        {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonRows count={3} />}
        {data !== undefined && keys.length === 0 && (
          <EmptyState icon={<KeyRound aria-hidden />} title={t.noKeys} action={create}>
            {t.noKeysText}
          </EmptyState>
        )}
        <ul className={styles.rows}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} mayRevoke={own !== null} />
          ))}
        </ul>
      </Section>
      {sessions.length > 0 && (
        <Section title={t.sessions}>
          <p className="muted small">{t.sessionsText}</p>
          <ul className={styles.rows}>
            {sessions.map((key) => (
              <SessionRow key={key.id} apiKey={key} own={own} />
            ))}
          </ul>
        </Section>
      )}
      {isNew && <ApiKeyForm onClose={() => setNew(false)} />}
    </>
  );
}

function KeyRow({ apiKey, mayRevoke }: { readonly apiKey: ApiKey; readonly mayRevoke: boolean }) {
  const t = useWords(accessTexts);
  const { id, label, scopes, createdAt, expiresAt } = apiKey;
  const name = label ?? t.unnamed(id);
  const revoke = async () => {
    const question = {
      title: t.revokeTitle(name),
      text: t.revokeText,
      action: t.revoke,
      isDangerous: true,
    };
    if (!(await confirmed(question))) return;
    await revokeApiKey(id).then(() => toast.info(t.revoked(name)), toast.warn);
  };
  return (
    <li className={styles.contact}>
      <div className="stack-4">
        <div className="row-8">
          <strong className={styles.address}>{name}</strong>
          <Tag>{scopes.includes('write') ? t.writes : t.readOnly}</Tag>
          {hasEnded(apiKey) && <Badge tone="ended">{t.ended}</Badge>}
        </div>
        <p className="muted small">
          {t.created} <RelativeTime at={createdAt} /> · <LastUse apiKey={apiKey} /> ·{' '}
          {expiresAt === null ? (
            t.endsNever
          ) : (
            <>
              {t.ends} <RelativeTime at={expiresAt} />
            </>
          )}
        </p>
      </div>
      {mayRevoke && (
        <div className={styles.acts}>
          <Button tone="danger" about={name} onPress={() => void revoke()}>
            {t.revoke}
          </Button>
        </div>
      )}
    </li>
  );
}

function SessionRow({ apiKey, own }: { readonly apiKey: ApiKey; readonly own: number | null }) {
  const t = useWords(accessTexts);
  const { id, createdAt } = apiKey;
  const end = async () => {
    const question = { title: t.endTitle, text: t.endText, action: t.endSession, isDangerous: true };
    if (!(await confirmed(question))) return;
    await revokeApiKey(id).then(() => toast.info(t.sessionEnded), toast.warn);
  };
  return (
    <li className={styles.contact}>
      <div className="row-8">
        <span className="small">
          {t.signedIn} <RelativeTime at={createdAt} /> · <LastUse apiKey={apiKey} />
        </span>
        {id === own && <Badge tone="good">{t.thisOne}</Badge>}
      </div>
      {own !== null && id !== own && (
        <div className={styles.acts}>
          <Button onPress={() => void end()}>{t.endSession}</Button>
        </div>
      )}
    </li>
  );
}

function LastUse({ apiKey: { lastUsedAt } }: { readonly apiKey: ApiKey }) {
  const t = useWords(accessTexts);
  if (lastUsedAt === null) return <>{t.neverUsed}</>;
  return (
    <>
      {t.lastUsed} <RelativeTime at={lastUsedAt} />
    </>
  );
}

function hasEnded({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
