import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../i18n/words';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { Banner } from '../../parts/states';
import { toast } from '../../parts/toast-store';
import { addressOf, navigate } from '../../routing/place';
import { Comparison } from '../editor/lazy';
import type { LiveRender } from '../live-render';
import { assignmentsQuery } from '../queries';
import { isSame } from '../source';
import { editorLanguageOf } from '../template-names';
import styles from './studio.module.css';
import { type Editing, type Held, present, restoreVersion } from './use-editing';
import { studioTexts } from './words';
import { dialogTexts } from './dialog-words';

interface PublishDialogProps {
  readonly editing: Editing;
  readonly live: LiveRender;
  readonly onClose: () => void;
  /** Called with a template that had not been saved before. */
  readonly onNew: (held: Held) => void;
}

/** Shows what will change for recipients, and publishes it. The toast can undo it. */
export function PublishDialog({ editing, live, onClose, onNew }: PublishDialogProps) {
  const d = useWords(dialogTexts);
  const t = useWords(studioTexts);
  const [isPending, setPending] = useState(false);
  const { held, source } = editing;
  const { data: assignments } = useQuery(assignmentsQuery);
  const { published } = held;
  const isUsed = assignments?.some(({ templateId }) => templateId === held.id) ?? true;
  const isNothing = published !== null && isSame(published, source);
  const publish = async () => {
    setPending(true);
    const before = versionOf(held.templateTag);
    const wasNew = held.id === null;
    const next = await editing.publish().catch(toast.warn);
    setPending(false);
    onClose();
    if (!next || next.id === null) return;
    const { id } = next;
    const undo = async () => {
      if (before === null) return;
      await restoreVersion(id, before);
      editing.reset(await present(id));
      toast.info(d.takenBack(before));
    };
    if (before !== null && !wasNew)
      toast.info(d.isPublished, { label: t.undo, act: () => void undo().catch(toast.warn) });
    else if (!isUsed)
      toast.info(d.isPublished, { label: d.assign, act: () => navigate(addressOf(['assignments'])) });
    else toast.info(d.isPublished);
    if (wasNew) onNew(next);
  };
  return (
    <Dialog
      title={d.publishTitle}
      isOpen
      width="full"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{d.cancel}</Button>
          <Button
            tone="primary"
            isPending={isPending}
            isDisabled={live.isRefused || isNothing}
            onPress={() => void publish()}
          >
            {t.publish}
          </Button>
        </>
      }
    >
      <div className="stack-8">
        {live.isRefused ? (
          <Banner tone="bad">{d.publishErrors}</Banner>
        ) : (
          <p className="muted">{isNothing ? d.nothingToPublish : isUsed ? d.publishAbout : d.publishNoUse}</p>
        )}
        <div className={styles.sides}>
          <span>{d.nowPublished}</span>
          <span>{d.thisDraft}</span>
        </div>
        <div className={styles.comparison}>
          <Comparison
            before={published?.data ?? ''}
            after={source.data}
            language={editorLanguageOf(source.type)}
            labels={[d.nowPublished, d.thisDraft]}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** The number of a version: the last part of the tag of the template. */
function versionOf(tag: string | null): number | null {
  const number = /(\d+)"$/.exec(tag ?? '')?.[1];
  return number === undefined ? null : Number(number);
}
