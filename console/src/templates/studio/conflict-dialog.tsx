import { useState } from 'react';
import { useWords } from '../../i18n/words';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { toast } from '../../parts/toast-store';
import { Comparison } from '../editor/lazy';
import styles from './studio.module.css';
import type { Conflict, Editing } from './use-editing';
import { studioTexts } from './words';
import { dialogTexts } from './dialog-words';

/** Both versions of a template that two have changed; the right one can be made of both. */
export function ConflictDialog({
  editing,
  conflict,
}: {
  readonly editing: Editing;
  readonly conflict: Conflict;
}) {
  const d = useWords(dialogTexts);
  const t = useWords(studioTexts);
  const { held } = conflict;
  const [merged, setMerged] = useState(editing.source.data);
  const [isPending, setPending] = useState(false);
  const keep = async () => {
    setPending(true);
    const source = { ...editing.source, data: merged };
    const saved = await editing.save(source, held).catch(toast.warn);
    setPending(false);
    if (!saved) return;
    editing.reset(saved);
    toast.tell(t.saved);
  };
  return (
    <Dialog
      title={d.conflictTitle}
      isOpen
      width="full"
      onClose={editing.forgetConflict}
      actions={
        <>
          <Button onPress={editing.forgetConflict}>{d.cancel}</Button>
          <Button onPress={() => editing.reset(held)}>{d.takeTheirs}</Button>
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
            before={held.saved.data}
            after={editing.source.data}
            language={editing.source.type}
            labels={[d.theirs, d.yours]}
            onChange={setMerged}
          />
        </div>
      </div>
    </Dialog>
  );
}
