import { useState } from 'react';
import type { Answer } from '../api/client';
import { isStale } from '../api/refusal';
import { useWords } from '../i18n/words';
import { toast } from '../parts/toast-store';
import { unsaved } from '../routing/unsaved';
import { ConflictDialog } from './conflict-dialog';
import { draftOf } from './draft';
import { Editor } from './editor';
import {
  changeSubscription,
  readSubscription,
  type Subscription,
  type SubscriptionChange,
  subscriptionsChanged,
} from './subscription-calls';
import { subscriptionsTexts } from './words';

interface ConfigureTabProps {
  readonly subscription: Subscription;
  readonly tag: string | null;
}

interface Conflict {
  readonly mine: SubscriptionChange;
  readonly theirs: Answer<Subscription>;
}

/** The fields of a subscription. Does not overwrite changes by others without a question. */
export function ConfigureTab({ subscription, tag }: ConfigureTabProps) {
  const t = useWords(subscriptionsTexts);
  // The form keeps the state that it was opened with.
  const [opened, setOpened] = useState({ subscription, tag, round: 0 });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** @returns null after a conflict */
  const write = async (change: SubscriptionChange, under: string | null) => {
    const { id } = opened.subscription;
    try {
      const saved = await changeSubscription(id, change, under);
      toast.info(t.saved);
      void subscriptionsChanged();
      return saved;
    } catch (error) {
      if (!isStale(error)) throw error;
      setConflict({ mine: change, theirs: await readSubscription(id) });
      return null;
    }
  };
  const save = async (change: SubscriptionChange) => {
    const saved = await write(change, opened.tag);
    if (saved !== null) setOpened({ ...opened, subscription: saved.body, tag: saved.tag });
    return saved !== null;
  };
  /** Starts again from the stored state. */
  const reopen = (answer: Answer<Subscription>) => {
    unsaved.forgetAll();
    setOpened({ subscription: answer.body, tag: answer.tag, round: opened.round + 1 });
    setConflict(null);
    void subscriptionsChanged();
  };
  return (
    <>
      <Editor
        key={opened.round}
        initial={draftOf(opened.subscription)}
        stored={opened.subscription}
        action={t.save}
        onSave={save}
      />
      {conflict !== null && (
        <ConflictDialog
          key={conflict.theirs.tag}
          opened={opened.subscription}
          theirs={conflict.theirs.body}
          mine={conflict.mine}
          onKeep={async (merged) => {
            const saved = await write(merged, conflict.theirs.tag);
            if (saved !== null) reopen(saved);
          }}
          onTake={() => reopen(conflict.theirs)}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  );
}
