import { Plus, Webhook } from 'lucide-react';
import { useWords } from '../i18n/words';
import { List } from '../list/list';
import { hasWords, ListSearch } from '../list/list-search';
import { LinkButton } from '../parts/button';
import { Select } from '../parts/field';
import { Page } from '../parts/page';
import { EmptyState } from '../parts/states';
import { addressOf, changeParameters, usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { byUrgency, healthOf, nameOf } from './health';
import { ListTabs } from './list-tabs';
import { SelectionActions } from './selection-actions';
import { type Subscription, useRegularReload, useSubscriptions } from './subscription-calls';
import { useColumns } from './subscription-columns';
import styles from './subscription-list.module.css';
import { subscriptionsTexts } from './words';

/** Longer lists are not read again automatically. */
const LIVE_ROWS = 300;

/** All subscriptions, the most urgent first, or the deleted ones, which can be restored. */
export function SubscriptionList() {
  const t = useWords(subscriptionsTexts);
  const { parameters } = usePlace();
  const areDeleted = parameters.get('deleted') === 'true';
  const search = parameters.get('q') ?? '';
  const state = parameters.get('state') ?? '';
  const read = useSubscriptions({ areDeleted });
  useRegularReload({ ...read, isOn: !areDeleted && read.items.length <= LIVE_ROWS });
  const canWrite = useCanWrite();
  const ordered = read.items.toSorted(areDeleted ? byDeletion : byUrgency);
  const items = ordered.filter(
    (one) =>
      hasWords(`${one.type} #${one.id} ${one.url}`, search) && (state === '' || healthOf(one).name === state),
  );
  const states = new Map(read.items.map(healthOf).map(({ name, text }) => [name, text] as const));
  const create = canWrite && (
    <LinkButton tone="primary" icon={<Plus aria-hidden />} href={addressOf(['subscriptions', 'new'])}>
      {t.create}
    </LinkButton>
  );
  return (
    <Page title={t.title} about={t.about} actions={create}>
      <ListTabs current={areDeleted ? 'deleted' : 'present'} />
      <div className={styles.tools}>
        <ListSearch placeholder={t.searchHint} />
        {!areDeleted && (
          <Select
            name="state"
            label={t.state}
            isLabelUnseen
            value={state}
            onChange={(next) => changeParameters({ state: next })}
            options={[['', `${t.state}: ${t.all}`], ...states]}
          />
        )}
      </div>
      <List
        label={t.title}
        rows={{ ...read, items, hasMore: false }}
        keyOf={keyOf}
        columns={useColumns(areDeleted)}
        pageOf={({ id }) => addressOf(['subscriptions', id])}
        isDimmed={isDimmed}
        noMatch={read.items.length > 0 ? t.noMatch : null}
        empty={
          areDeleted ? (
            <EmptyState title={t.noDeleted} />
          ) : (
            <EmptyState icon={<Webhook aria-hidden />} title={t.none} action={create}>
              {t.noneText}
            </EmptyState>
          )
        }
        selection={
          canWrite && {
            nameOf,
            renderActions: (chosen, clear) => (
              <SelectionActions chosen={chosen} areDeleted={areDeleted} onDone={clear} />
            ),
          }
        }
      />
    </Page>
  );
}

function isDimmed({ isActive }: Subscription): boolean {
  return !isActive;
}

function byDeletion(one: Subscription, other: Subscription): number {
  return one.updatedAt < other.updatedAt ? 1 : -1;
}

function keyOf({ id }: Subscription): string {
  return String(id);
}
