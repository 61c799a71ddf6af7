import { useState } from 'react';
import { useWords } from '../../i18n/words';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { toast } from '../../parts/toast-store';
import { Comparison } from '../editor/lazy';
import type { Source } from '../source';
import { editorLanguageOf } from '../template-names';
import { dialogTexts } from './dialog-words';
import styles from './studio.module.css';

interface ConflictDialogProps {
  readonly theirs: string;
  readonly mine: string;
  readonly type: Source['type'];
  readonly onKeep: (merged: string) => Promise<unknown>;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

/** Both versions of a text that two users have changed. The right side can be merged from both. */
export function ConflictDialog({ theirs, mine, type, onKeep, onTake, onClose }: ConflictDialogProps) {
  const d = useWords(dialogTexts);
  const [merged, setMerged] = useState(mine);
  const [isPending, setPending] = useState(false);
  const keep = async () => {
    setPending(true);
    await onKeep(merged).catch(toast.warn);
    setPending(false);
  };
  return (
    <Dialog
      title={d.conflictTitle}
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{d.cancel}</Button>
          <Button onPress={onTake}>{d.takeTheirs}</Button>
          <Button tone="primary" isPending={isPending} onPress={() => void keep()}>
            {d.keepMerged}
          </Button>
        </>
      }
    >
      <div className="stack-8">
        <p className="muted">{d.conflictAbout}</p>
        <div className={styles.sides}>
          <span>{d.theirs}</span>
          <span>{d.yours}</span>
        </div>
        <div className={styles.comparison}>
          <Comparison
            before={theirs}
            after={mine}
            language={editorLanguageOf(type)}
            labels={[d.theirs, d.yours]}
            onChange={setMerged}
          />
        </div>
      </div>
    </Dialog>
  );
}
