import { useQueryClient } from '@tanstack/react-query';
import { Copy, Download, EllipsisVertical, RotateCcw, Trash2 } from 'lucide-react';
import type { Schema } from '../api/client';
import { useWords } from '../i18n/words';
import { Button } from '../parts/button';
import { Menu } from '../parts/menu';
import type { MenuEntry } from '../parts/menu-list';
import { toast } from '../parts/toast-store';
import { duplicateTemplate, removeTemplate, restoreTemplate } from './template-changes';
import { download, fileNameOf } from './source';
import { templatesTexts } from './words';

interface TemplateActionsProps {
  readonly template: Schema<'EmailTemplate'>;
  readonly isDeleted: boolean;
  readonly mayWrite: boolean;
}

/** The actions of a row. */
export function TemplateActions({ template, isDeleted, mayWrite }: TemplateActionsProps) {
  const t = useWords(templatesTexts);
  const client = useQueryClient();
  const name = template.name ?? t.unnamed(template.id);
  const doing = (work: Promise<unknown>) =>
    void work.catch(toast.warn).finally(() => void client.invalidateQueries({ queryKey: ['emailTemplate'] }));
  if (isDeleted) {
    return mayWrite ? (
      <Button
        tone="quiet"
        icon={<RotateCcw aria-hidden />}
        about={name}
        onPress={() => doing(restoreTemplate(template.id, name))}
      >
        {t.restore}
      </Button>
    ) : null;
  }
  const reading: readonly MenuEntry[] = [
    {
      id: 'export',
      label: t.export,
      icon: <Download aria-hidden />,
      act: () => download(fileNameOf(template), template.data),
    },
  ];
  const writing: readonly MenuEntry[] = [
    {
      id: 'duplicate',
      label: t.duplicate,
      icon: <Copy aria-hidden />,
      act: () => doing(duplicateTemplate(template, name)),
    },
    {
      id: 'remove',
      label: t.remove,
      icon: <Trash2 aria-hidden />,
      isDangerous: true,
      act: () => doing(removeTemplate(template.id, name)),
    },
  ];
  return (
    <Menu
      label={t.more(name)}
      icon={<EllipsisVertical aria-hidden />}
      entries={() => (mayWrite ? [...reading, ...writing] : reading)}
    />
  );
}
