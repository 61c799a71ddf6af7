import { api, answerOf, bodyOf } from '../../api/client';
import { useWords } from '../../i18n/words';
import { toast } from '../../parts/toast-store';
import type { Variant } from '../source';
import { type Editing, present, restoreVersion } from './use-editing';
import { VersionTimeline } from './version-timeline';
import { dialogTexts } from './dialog-words';

interface VersionsDialogProps {
  readonly editing: Editing;
  readonly id: number;
  readonly variant: Variant;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}

/** The versions of a template. */
export function VersionsDialog({ editing, id, variant, mayWrite, onClose }: VersionsDialogProps) {
  const d = useWords(dialogTexts);
  const { source } = editing;
  const path = { id };
  return (
    <VersionTimeline
      queryKey={['emailTemplate', id, 'versions']}
      list={(cursor) =>
        answerOf(api.GET('/partner/emailTemplate/{id}/versions', { params: { path, query: { cursor } } }))
      }
      read={(number) =>
        bodyOf(api.GET('/partner/emailTemplate/{id}/versions/{number}', { params: { path: { id, number } } }))
      }
      present={source.data}
      type={source.type}
      previewSource={(version) => ({ ...source, data: version.data, type: version.type })}
      variant={variant}
      onRestore={
        mayWrite
          ? async (number) => {
              await restoreVersion(id, number);
              editing.reset(await present(id));
              toast.info(d.restored(number));
              onClose();
            }
          : null
      }
      onClose={onClose}
    />
  );
}
