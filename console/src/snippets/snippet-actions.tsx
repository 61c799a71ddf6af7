import { Download, EllipsisVertical, RotateCcw, Trash2 } from 'lucide-react';
import { api, type Schema } from '../api/client';
import { queryClient } from '../api/query-client';
import { useWords } from '../i18n/words';
import { words } from '../i18n/words';
import { Button } from '../parts/button';
import { Menu } from '../parts/menu';
import type { MenuEntry } from '../parts/menu-list';
import { toast } from '../parts/toast-store';
import { download, fileNameOf } from '../templates/source';
import { studioTexts } from '../templates/studio/words';
import { snippetsTexts } from './words';

interface SnippetActionsProps {
  readonly snippet: Schema<'EmailSnippet'>;
  readonly isDeleted: boolean;
  readonly canWrite: boolean;
}

/** The actions of a row. */
export function SnippetActions({ snippet, isDeleted, canWrite }: SnippetActionsProps) {
  const t = useWords(snippetsTexts);
  const s = useWords(studioTexts);
  const { id, name } = snippet;
  if (isDeleted) {
    return canWrite ? (
      <Button
        tone="quiet"
        icon={<RotateCcw aria-hidden />}
        about={name}
        onPress={() => void restoreSnippet(id, name)}
      >
        {t.restore}
      </Button>
    ) : null;
  }
  const entries: (MenuEntry | false)[] = [
    {
      id: 'export',
      label: s.export,
      icon: <Download aria-hidden />,
      act: () => download(fileNameOf(snippet), snippet.data),
    },
    canWrite && {
      id: 'remove',
      label: s.remove,
      icon: <Trash2 aria-hidden />,
      isDangerous: true,
      act: () => void removeSnippet(id, name),
    },
  ];
  return (
    <Menu
      label={t.more(name)}
      icon={<EllipsisVertical aria-hidden />}
      entries={() => entries.filter((entry) => entry !== false)}
    />
  );
}

/** Deletes a snippet that is not included anywhere. The toast can undo it. @returns true if it was deleted */
export async function removeSnippet(id: number, name: string): Promise<boolean> {
  const call = api.DELETE('/partner/emailSnippet/{id}', { params: { path: { id } } });
  const isGone = await call.then(() => true, refused);
  if (isGone) {
    toast.info(words(snippetsTexts).removed(name), {
      label: words(studioTexts).undo,
      act: () => void restoreSnippet(id, name),
    });
  }
  refresh();
  return isGone;
}

async function restoreSnippet(id: number, name: string): Promise<void> {
  const call = api.PATCH('/partner/emailSnippet/{id}', { params: { path: { id } } });
  if (await call.then(() => true, refused)) toast.info(words(snippetsTexts).restored(name));
  refresh();
}

function refused(error: unknown): false {
  toast.warn(error);
  return false;
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ['emailSnippet'] });
}
