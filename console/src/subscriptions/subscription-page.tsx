import { useState } from 'react';
import { isMissing } from '../api/refusal';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { Button, LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { Banner, SkeletonRows } from '../parts/states';
import { Tabs } from '../parts/tabs';
import { addressOf, navigate } from '../routing/place';
import { unsaved } from '../routing/unsaved';
import { useCanWrite } from '../session/scopes';
import { subscriptionActions } from './actions';
import { ConfigureTab } from './configure-tab';
import { DeletionCountdown } from './deletion-countdown';
import { DeliveriesTab } from './deliveries-tab';
import { healthOf, nameOf } from './health';
import { HistoryTab } from './history-tab';
import { MissingSubscription } from './missing-subscription';
import { OverviewTab } from './overview-tab';
import { type Subscription, useSubscription } from './subscription-calls';
import { TestTab } from './test-tab';
import { subscriptionsTexts } from './words';

/** One subscription: its state, actions and tabs. */
export function SubscriptionPage({ id, tab }: { readonly id: number; readonly tab: string }) {
  const t = useWords(subscriptionsTexts);
  const { data, error, refetch } = useSubscription(id);
  if (error !== null && (data === undefined || isMissing(error))) {
    return <MissingSubscription id={id} error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined)
    return (
      <Page title={t.title}>
        <SkeletonRows />
      </Page>
    );
  const { body: subscription, tag } = data;
  const tabs = ['overview', 'deliveries', 'configure', 'test', 'history'] as const;
  const { willBeDeletedAt } = subscription.health;
  return (
    <Page
      title={nameOf(subscription)}
      about={subscription.url}
      badges={<Badge tone={healthOf(subscription).tone}>{healthOf(subscription).text}</Badge>}
      actions={<Actions subscription={subscription} isTestShown={tab !== 'test'} />}
    >
      {willBeDeletedAt !== null && (
        <Banner
          tone={subscription.health.state === 'at_risk' ? 'bad' : 'wait'}
          action={
            <LinkButton href={addressOf(['subscriptions', id, 'deliveries'], { status: 'pending' })}>
              {t.seeFailures}
            </LinkButton>
          }
        >
          <DeletionCountdown at={willBeDeletedAt} />
        </Banner>
      )}
      <Tabs
        label={t.tabs}
        current={tab}
        tabs={tabs.map((name) => ({
          id: name,
          label: t[name],
          href: addressOf(['subscriptions', id, name]),
        }))}
      />
      {tab === 'overview' && <OverviewTab subscription={subscription} />}
      {tab === 'deliveries' && <DeliveriesTab id={id} />}
      {tab === 'configure' && <ConfigureTab subscription={subscription} tag={tag} />}
      {tab === 'test' && <TestTab subscription={subscription} />}
      {tab === 'history' && <HistoryTab id={id} />}
    </Page>
  );
}

interface ActionsProps {
  readonly subscription: Subscription;
  readonly isTestShown: boolean;
}

function Actions({ subscription, isTestShown }: ActionsProps) {
  const t = useWords(subscriptionsTexts);
  const [isPending, setPending] = useState(false);
  const canWrite = useCanWrite();
  const act = (action: (one: Subscription) => Promise<boolean>) => async () => {
    setPending(true);
    const isDone = await action(subscription);
    setPending(false);
    return isDone;
  };
  const remove = async () => {
    if (!unsaved.mayLeave() || !(await act(subscriptionActions.remove)())) return;
    navigate(addressOf(['subscriptions']));
  };
  if (!canWrite) return null;
  return (
    <>
      {subscription.isActive && isTestShown && (
        <Button isPending={isPending} onPress={() => void act(subscriptionActions.test)()}>
          {t.sendTest}
        </Button>
      )}
      <Button isPending={isPending} onPress={() => void act(subscriptionActions.toggle)()}>
        {subscription.isActive ? t.deactivate : t.activate}
      </Button>
      <Button tone="danger" isPending={isPending} onPress={() => void remove()}>
        {t.deleteAction}
      </Button>
    </>
  );
}
