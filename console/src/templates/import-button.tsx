import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { toast } from '../parts/toast-store';
import { addressOf, navigate } from '../routing/place';
import { imported } from './imported';
import { templatesTexts } from './words';

/** Opens a file of the user in the studio. Nothing is stored until it is saved. */
export function ImportButton() {
  const t = useWords(templatesTexts);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (await imported.take(file)) navigate(addressOf(['templates', 'new'], { from: 'file' }));
    else toast.error(t.tooLarge);
  };
  return (
    <>
      <Button icon={<Upload aria-hidden />} onPress={() => input.current?.click()}>
        {t.import}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t.import}
        accept=".mjml,.html,.htm"
        onChange={({ target }) => void take(target.files?.[0])}
      />
    </>
  );
}
