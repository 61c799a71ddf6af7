import { useState } from 'react';
import { isStale } from '../api/refusal';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Banner } from '../parts/states';
import { toast } from '../parts/toast-store';
import { unsaved } from '../routing/unsaved';
import { draftOf } from './draft';
import { Editor } from './editor';
import {
  changeSubscription,
  type Subscription,
  type SubscriptionChange,
  subscriptionsChanged,
} from './subscription-calls';
import { subscriptionsTexts } from './words';

interface ConfigureTabProps {
  readonly subscription: Subscription;
  readonly tag: string | null;
}

/** The fields of a subscription. Somebody else's change in between is not overwritten unasked. */
export function ConfigureTab({ subscription, tag }: ConfigureTabProps) {
  const t = useWords(subscriptionsTexts);
  // The form keeps what it was opened with, whatever is read meanwhile.
  const [opened, setOpened] = useState({ subscription, tag, round: 0 });
  const [refused, setRefused] = useState<SubscriptionChange | null>(null);
  const write = async (change: SubscriptionChange, under: string | null) => {
    const saved = await changeSubscription(subscription.id, change, under);
    setOpened((before) => ({ ...before, subscription: saved.body, tag: saved.tag }));
    setRefused(null);
    toast.tell(t.saved);
    void subscriptionsChanged();
  };
  const save = async (change: SubscriptionChange) => {
    try {
      await write(change, opened.tag);
    } catch (error) {
      if (!isStale(error)) throw error;
      setRefused(change);
      void subscriptionsChanged();
      throw error;
    }
  };
  const loadTheirs = () => {
    unsaved.forgetAll();
    setOpened({ subscription, tag, round: opened.round + 1 });
    setRefused(null);
  };
  return (
    <>
      {refused !== null && (
        <Banner
          tone="wait"
          action={
            <div className="row-8">
              <Button onPress={loadTheirs}>{t.loadTheirs}</Button>
              <Button onPress={() => void write(refused, tag).catch(toast.warn)}>{t.saveMine}</Button>
            </div>
          }
        >
          {t.stale}
        </Banner>
      )}
      <Editor
        key={opened.round}
        initial={draftOf(opened.subscription)}
        stored={opened.subscription}
        action={t.save}
        onSave={save}
      />
    </>
  );
}
