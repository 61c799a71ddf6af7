import type { InputProblem } from '../api/refusal';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { dialogTexts } from '../templates/studio/dialog-words';
import { snippetsTexts } from './words';

interface WouldBreakProps {
  readonly problems: readonly InputProblem[];
  readonly onClose: () => void;
}

/** The templates that a change of a snippet would break, with the errors of the service. */
export function WouldBreak({ problems, onClose }: WouldBreakProps) {
  const t = useWords(snippetsTexts);
  const d = useWords(dialogTexts);
  return (
    <Dialog
      title={t.wouldBreak}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <Button tone="primary" onPress={onClose}>
          {d.close}
        </Button>
      }
    >
      <div className="stack-16">
        <p className="muted">{t.wouldBreakText}</p>
        <ul className="stack-8">
          {problems.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
