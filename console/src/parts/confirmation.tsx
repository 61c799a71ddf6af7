import { useWords } from '../i18n/words';
import { Button } from './button';
import type { AskedQuestion } from './confirm';
import { Dialog } from './dialog';
import { partTexts } from './texts';

/** The dialog with a question of `confirmed()`. */
export function Confirmation({ question }: { readonly question: AskedQuestion }) {
  const t = useWords(partTexts);
  const { title, text, action, isDangerous = false, answer } = question;
  return (
    <Dialog
      isOpen
      title={title}
      role="alertdialog"
      onClose={() => answer(false)}
      actions={
        <>
          <Button onPress={() => answer(false)}>{t.cancel}</Button>
          <Button tone={isDangerous ? 'danger' : 'primary'} onPress={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      <p className="muted">{text}</p>
    </Dialog>
  );
}
