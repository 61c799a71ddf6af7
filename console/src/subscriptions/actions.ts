import { words } from '../i18n/words';
import { doneWithEach } from '../api/each';
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
      toast.info(isActive ? t.activated(nameOf(subscription)) : t.deactivated(nameOf(subscription)));
    }),

  remove: (subscription: Subscription) =>
    said(async () => {
      const t = words(subscriptionsTexts);
      await deleteSubscription(subscription.id);
      // Leave the subscription's view first.
      void subscriptionsChanged();
      toast.info(t.deleted(nameOf(subscription)), {
        label: t.undo,
        act: () => void subscriptionActions.restore(subscription),
      });
    }),

  restore: (subscription: Subscription) =>
    said(async () => {
      await restoreSubscription(subscription.id);
      await subscriptionsChanged();
      toast.info(words(subscriptionsTexts).restored(nameOf(subscription)));
    }),

  /** Activates or deactivates those that are in the other state. The toast can undo it. */
  setAllActive: async (some: readonly Subscription[], isActive: boolean): Promise<void> => {
    const t = words(subscriptionsTexts);
    const others = some.filter((one) => one.isActive !== isActive);
    const done = await doneWithEach(others, ({ id }) => changeSubscription(id, { isActive }, null));
    await subscriptionsChanged();
    const changed = done.map((one) => ({ ...one, isActive }));
    report(done, isActive ? t.activatedMany : t.deactivatedMany, () =>
      subscriptionActions.setAllActive(changed, !isActive),
    );
  },

  /** Deletes them. The toast can undo it. */
  removeAll: async (some: readonly Subscription[]): Promise<void> => {
    const done = await doneWithEach(some, ({ id }) => deleteSubscription(id));
    await subscriptionsChanged();
    report(done, words(subscriptionsTexts).deletedMany, () => subscriptionActions.restoreAll(done));
  },

  restoreAll: async (some: readonly Subscription[]): Promise<void> => {
    const done = await doneWithEach(some, ({ id }) => restoreSubscription(id));
    await subscriptionsChanged();
    report(done, words(subscriptionsTexts).restoredMany, null);
  },

  test: (subscription: Subscription) =>
    said(async () => {
      const t = words(subscriptionsTexts);
      const id = await sendTest(subscription.id);
      toast.info(t.testSent, { label: t.seeIt, act: () => navigate(addressOf(['deliveries', id])) });
    }),
};

function report(
  done: readonly Subscription[],
  text: (count: number) => string,
  undo: (() => Promise<void>) | null,
): void {
  if (done.length === 0) return;
  const action = undo && { label: words(subscriptionsTexts).undo, act: () => void undo() };
  toast.info(text(done.length), action);
}

/** False if it has failed, which a toast reports. */
async function said(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    toast.warn(error);
    return false;
  }
}
