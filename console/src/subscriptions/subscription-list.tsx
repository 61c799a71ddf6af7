import { Plus, Webhook } from 'lucide-react';
import { useWords } from '../i18n/words';
import { Button, LinkButton } from '../parts/button';
import { Select, TextField } from '../parts/field';
import { Page } from '../parts/page';
import { EmptyState, FailedState } from '../parts/states';
import { Table } from '../parts/table';
import { Tabs } from '../parts/tabs';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { byUrgency, healthOf } from './health';
import { type Subscription, useSubscriptions } from './subscription-calls';
import { useColumns } from './subscription-columns';
import styles from './subscriptions.module.css';
import { subscriptionsTexts } from './words';

/** All subscriptions, the most urgent first; or those that were deleted and can be brought back. */
export function SubscriptionList() {
  const t = useWords(subscriptionsTexts);
  const { parameters } = usePlace();
  const areDeleted = parameters.get('deleted') === 'true';
  const search = parameters.get('q') ?? '';
  const state = parameters.get('state') ?? '';
  const { items, isLoading, error, reload } = useSubscriptions({ areDeleted });
  const columns = useColumns(areDeleted);
  const canWrite = useCanWrite();
  const ordered = areDeleted
    ? items.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    : items.toSorted(byUrgency);
  const rows = ordered.filter(
    (one) => matches(one, search) && (state === '' || healthOf(one).text === state),
  );
  const states = [...new Set(items.map((one) => healthOf(one).text))];
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        canWrite && (
          <LinkButton tone="primary" icon={<Plus aria-hidden />} href={addressOf(['subscriptions', 'new'])}>
            {t.create}
          </LinkButton>
        )
      }
    >
      <Tabs
        label={t.title}
        current={areDeleted ? 'deleted' : 'present'}
        tabs={[
          { id: 'present', label: t.present, href: addressOf(['subscriptions']) },
          { id: 'deleted', label: t.deletedTab, href: addressOf(['subscriptions'], { deleted: 'true' }) },
        ]}
      />
      <div className={styles.tools}>
        <TextField
          name="q"
          type="search"
          label={t.search}
          isLabelUnseen
          placeholder={t.searchHint}
          value={search}
          onChange={(q) => changeParameters({ q }, { replace: true })}
        />
        {!areDeleted && (
          <Select
            name="state"
            label={t.state}
            isLabelUnseen
            value={state}
            onChange={(next) => changeParameters({ state: next })}
            options={[['', `${t.state}: ${t.all}`], ...states.map((one) => [one, one] as const)]}
          />
        )}
      </div>
      {error !== null && items.length === 0 ? (
        <FailedState error={error} onRetry={reload} />
      ) : (
        <Table
          label={t.title}
          rows={rows}
          keyOf={keyOf}
          columns={columns}
          linkOf={({ id }) => ({ href: addressOf(['subscriptions', id]) })}
          isDimmed={({ isActive }) => !isActive}
          isLoading={isLoading}
          empty={<Empty hasItems={items.length > 0} areDeleted={areDeleted} />}
        />
      )}
    </Page>
  );
}

function Empty({ hasItems, areDeleted }: { readonly hasItems: boolean; readonly areDeleted: boolean }) {
  const t = useWords(subscriptionsTexts);
  if (hasItems) {
    const clear = () => changeParameters({ q: null, state: null });
    return <EmptyState title={t.noMatch} action={<Button onPress={clear}>{t.all}</Button>} />;
  }
  if (areDeleted) return <EmptyState title={t.noDeleted} />;
  return (
    <EmptyState
      icon={<Webhook aria-hidden />}
      title={t.none}
      action={
        <LinkButton tone="primary" href={addressOf(['subscriptions', 'new'])}>
          {t.create}
        </LinkButton>
      }
    >
      {t.noneText}
    </EmptyState>
  );
}

function matches({ id, type, url }: Subscription, search: string): boolean {
  const text = `${type} #${id} ${url}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part));
}

function keyOf({ id }: Subscription): string {
  return String(id);
}
