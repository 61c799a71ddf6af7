import { words } from '../i18n/words';
import { toast } from '../parts/toast-store';
import { addressOf, navigate } from '../routing/place';
import { nameOf } from './health';
import {
  changeSubscription,
  deleteSubscription,
  restoreSubscription,
  sendTest,
  type Subscription,
  subscriptionsChanged,
} from './subscription-calls';
import { subscriptionsTexts } from './words';

/** The actions on a subscription that any view offers. Each reports its outcome. */
export const subscriptionActions = {
  toggle: (subscription: Subscription) =>
    said(async () => {
      const t = words(subscriptionsTexts);
      const isActive = !subscription.isActive;
      await changeSubscription(subscription.id, { isActive }, null);
      await subscriptionsChanged();
      toast.tell(isActive ? t.activated(nameOf(subscription)) : t.deactivated(nameOf(subscription)));
    }),

  remove: (subscription: Subscription) =>
    said(async () => {
      const t = words(subscriptionsTexts);
      await deleteSubscription(subscription.id);
      // Leave the subscription's view first.
      void subscriptionsChanged();
      toast.tell(t.deleted(nameOf(subscription)), {
        label: t.undo,
        act: () => void subscriptionActions.restore(subscription),
      });
    }),

  restore: (subscription: Subscription) =>
    said(async () => {
      await restoreSubscription(subscription.id);
      await subscriptionsChanged();
      toast.tell(words(subscriptionsTexts).restored(nameOf(subscription)));
    }),

  test: (subscription: Subscription) =>
    said(async () => {
      const t = words(subscriptionsTexts);
      const id = await sendTest(subscription.id);
      toast.tell(t.testSent, { label: t.seeIt, act: () => navigate(addressOf(['deliveries', id])) });
    }),
};

/** False when it has failed, which is said. */
async function said(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    toast.warn(error);
    return false;
  }
}
