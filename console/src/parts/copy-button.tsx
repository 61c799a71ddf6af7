import { Copy } from 'lucide-react';
import { useWords } from '../i18n/words';
import { Button, IconButton } from './button';
import { partTexts } from './texts';
import { toast } from './toast-store';

/** Copies a text to the clipboard. `what` names the text. With `label`, the button shows words. */
export function CopyButton({ text, what, label }: { text: string; what: string; label?: string }) {
  const t = useWords(partTexts);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => toast.info(t.copied),
      () => toast.error(t.cannotCopy),
    );
  };
  const icon = <Copy aria-hidden />;
  if (label === undefined) return <IconButton label={t.copyAbout(what)} icon={icon} onPress={copy} />;
  return (
    <Button icon={icon} onPress={copy}>
      {label}
    </Button>
  );
}
