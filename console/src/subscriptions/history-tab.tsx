import { api, answerOf, type Schema } from '../api/client';
import { usePages } from '../api/use-pages';
import { useWords, words } from '../i18n/words';
import { Tag } from '../parts/badge';
import { Button } from '../parts/button';
import { FailedState, SkeletonRows } from '../parts/states';
import { partTexts } from '../parts/texts';
import { AbsoluteTime } from '../time/relative-time';
import { deletionText } from './health';
import styles from './history-tab.module.css';
import { memberLines, memberName } from './member-text';
import { subscriptionsTexts } from './words';

type Entry = Schema<'WebhookSubscriptionHistoryEntry'>;

const PAGE = 50;

/** The history of a subscription. */
export function HistoryTab({ id }: { readonly id: number }) {
  const t = useWords(subscriptionsTexts);
  const parts = useWords(partTexts);
  const { items, isLoading, error, hasMore, loadMore, reload } = usePages(
    ['history', id],
    (cursor, signal) => {
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      return answerOf(
        api.GET('/partner/webhookSubscription/{id}/history', { params: { path: { id }, query }, signal }),
      );
    },
  );
  if (error !== null && items.length === 0) return <FailedState error={error} onRetry={reload} />;
  if (isLoading) return <SkeletonRows />;
  if (items.length === 0) return <p className="muted">{t.noHistory}</p>;
  return (
    <div className="stack-8">
      <ol className={styles.history}>
        {items.map((entry) => (
          <OneEntry key={`${entry.at}${entry.action}`} entry={entry} />
        ))}
      </ol>
      {hasMore && (
        <div>
          <Button onPress={loadMore}>{parts.showMore}</Button>
        </div>
      )}
    </div>
  );
}

function OneEntry({ entry: { at, actor, action, before, after } }: { readonly entry: Entry }) {
  const t = useWords(subscriptionsTexts);
  const actions: Readonly<Record<Entry['action'], string>> = {
    created: t.actionCreated,
    updated: t.actionUpdated,
    deleted: t.actionDeleted,
    restored: t.actionRestored,
    secretRotated: t.actionRotated,
  };
  const names = before === null ? [] : Object.keys(after).filter((name) => name !== 'deletedReason');
  return (
    <li>
      <p className="row-8">
        <strong>{actions[action]}</strong>
        <Tag>{actorText(actor)}</Tag>
        <span className="muted small">
          <AbsoluteTime at={at} />
        </span>
      </p>
      {action === 'deleted' && <p className="small">{deletionText(after.deletedReason)}</p>}
      {names.map((name) => (
        <p key={name} className="small">
          {memberName(name)}: <del>{valueText(name, before?.[name])}</del> →{' '}
          <ins>{valueText(name, after[name])}</ins>
        </p>
      ))}
    </li>
  );
}

function valueText(name: string, value: unknown): string {
  return memberLines(name, value).join(', ');
}

function actorText({ kind, name }: Entry['actor']): string {
  const t = words(subscriptionsTexts);
  const kinds: Readonly<Record<Entry['actor']['kind'], string>> = {
    apiKey: t.actorKey,
    console: t.actorConsole,
    token: t.actorToken,
    service: t.actorService,
  };
  return name === null ? kinds[kind] : `${kinds[kind]}: ${name}`;
}
