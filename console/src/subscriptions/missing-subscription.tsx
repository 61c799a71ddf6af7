import { isMissing } from '../api/refusal';
import { useWords } from '../i18n/words';
import { Button, LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { EmptyState, FailedState, SkeletonRows } from '../parts/states';
import { addressOf } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { subscriptionActions } from './actions';
import { deletionText, nameOf } from './health';
import { useDeletedSubscription } from './subscription-calls';
import { subscriptionsTexts } from './words';

interface MissingSubscriptionProps {
  readonly id: number;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Says why there is no subscription to show. A deletion can be undone here; emails about deletions link to this page. */
export function MissingSubscription({ id, error, onRetry }: MissingSubscriptionProps) {
  const t = useWords(subscriptionsTexts);
  const canWrite = useCanWrite();
  const isGone = isMissing(error);
  const { data: deleted, isPending } = useDeletedSubscription(id, isGone);
  const all = <LinkButton href={addressOf(['subscriptions'])}>{t.title}</LinkButton>;
  if (isGone && isPending)
    return (
      <Page title={t.title}>
        <SkeletonRows />
      </Page>
    );
  if (deleted === undefined || deleted === null) {
    return (
      <Page title={t.title}>
        <FailedState error={error} onRetry={onRetry} action={all} />
      </Page>
    );
  }
  return (
    <Page title={nameOf(deleted)} about={deleted.url}>
      <EmptyState
        title={t.isDeleted}
        action={
          canWrite && (
            <Button tone="primary" onPress={() => void subscriptionActions.restore(deleted)}>
              {t.undoDeletion}
            </Button>
          )
        }
      >
        {deletionText(deleted.deletedReason)}
      </EmptyState>
    </Page>
  );
}
