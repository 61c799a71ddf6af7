import { useState } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { toast } from '../parts/toast-store';
import styles from './conflict-dialog.module.css';
import { memberLines, memberName } from './member-text';
import { type Difference, differences, merged, type Part, type Side } from './merge';
import type { Subscription, SubscriptionChange } from './subscription-calls';
import { subscriptionsTexts } from './words';

interface ConflictDialogProps {
  /** The version that the form was opened with. */
  readonly opened: Subscription;
  readonly theirs: Subscription;
  readonly mine: SubscriptionChange;
  readonly onKeep: (merged: SubscriptionChange) => Promise<unknown>;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

/** Merges two versions of a subscription that two users have changed, part by part. */
export function ConflictDialog({ opened, theirs, mine, onKeep, onTake, onClose }: ConflictDialogProps) {
  const t = useWords(subscriptionsTexts);
  const found = differences(opened, theirs, mine);
  const [chosen, setChosen] = useState<Partial<Record<Part, Side>>>(() => usual(found));
  const [isPending, setPending] = useState(false);
  const keep = async () => {
    setPending(true);
    await onKeep(merged(theirs, mine, chosen)).catch(toast.warn);
    setPending(false);
  };
  const choose = (part: Part, side: Side) => setChosen((before) => ({ ...before, [part]: side }));
  return (
    <Dialog
      title={t.conflictTitle}
      isOpen
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.conflictCancel}</Button>
          <Button onPress={onTake}>{t.loadTheirs}</Button>
          <Button tone="primary" isPending={isPending} onPress={() => void keep()}>
            {t.saveMerged}
          </Button>
        </>
      }
    >
      <div className="stack-16">
        <p className="muted">{found.length === 0 ? t.conflictSame : t.conflictAbout}</p>
        {found.map((one) => (
          <OnePart key={one.part} difference={one} side={chosen[one.part] ?? 'mine'} onChoose={choose} />
        ))}
      </div>
    </Dialog>
  );
}

interface OnePartProps {
  readonly difference: Difference;
  readonly side: Side;
  readonly onChoose: (part: Part, side: Side) => void;
}

function OnePart({ difference: { part, changedBy, theirs, mine }, side, onChoose }: OnePartProps) {
  const t = useWords(subscriptionsTexts);
  const notes = { theirs: t.changedByThem, mine: t.changedByYou, both: t.changedByBoth };
  const version = (of: Side, name: string, value: unknown) => (
    <label className={styles.version} data-chosen={side === of}>
      <span className="row-8">
        <input type="radio" name={part} checked={side === of} onChange={() => onChoose(part, of)} />
        {name}
      </span>
      <pre>{memberLines(part, value).join('\n')}</pre>
    </label>
  );
  return (
    <fieldset className={styles.part}>
      <legend>
        {memberName(part)} <span className="muted small">{notes[changedBy]}</span>
      </legend>
      {version('theirs', t.theirs, theirs)}
      {version('mine', t.yours, mine)}
    </fieldset>
  );
}

/** By default, keeps their changes, except for parts that both have changed, where mine are kept. */
function usual(found: readonly Difference[]): Partial<Record<Part, Side>> {
  return Object.fromEntries(
    found.map(({ part, changedBy }) => [part, changedBy === 'theirs' ? 'theirs' : 'mine']),
  );
}
