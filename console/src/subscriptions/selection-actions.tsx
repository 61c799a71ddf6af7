import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { subscriptionActions } from './actions';
import type { Subscription } from './subscription-calls';
import { subscriptionsTexts } from './words';

interface SelectionActionsProps {
  readonly chosen: readonly Subscription[];
  readonly areDeleted: boolean;
  readonly onDone: () => void;
}

/** The actions on selected subscriptions, if they would change any. */
export function SelectionActions({ chosen, areDeleted, onDone }: SelectionActionsProps) {
  const t = useWords(subscriptionsTexts);
  const [isPending, setPending] = useState(false);
  const act = (action: (some: readonly Subscription[]) => Promise<void>) => () => {
    setPending(true);
    void action(chosen).finally(() => {
      setPending(false);
      onDone();
    });
  };
  const { setAllActive, removeAll, restoreAll } = subscriptionActions;
  if (areDeleted) {
    return (
      <Button tone="primary" isPending={isPending} onPress={act(restoreAll)}>
        {t.undoDeletions}
      </Button>
    );
  }
  return (
    <>
      {chosen.some(({ isActive }) => !isActive) && (
        <Button isPending={isPending} onPress={act((some) => setAllActive(some, true))}>
          {t.activate}
        </Button>
      )}
      {chosen.some(({ isActive }) => isActive) && (
        <Button isPending={isPending} onPress={act((some) => setAllActive(some, false))}>
          {t.deactivate}
        </Button>
      )}
      <Button tone="danger" isPending={isPending} onPress={act(removeAll)}>
        {t.deleteAction}
      </Button>
    </>
  );
}
