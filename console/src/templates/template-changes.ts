import { api, bodyOf, type Schema } from '../api/client';
import { queryClient } from '../api/query-client';
import { words } from '../i18n/words';
import { toast } from '../parts/toast-store';
import type { Source } from './source';
import { templatesTexts } from './words';

/** Makes a copy with another name, and reports it. */
export async function duplicateTemplate(source: Source, name: string): Promise<Schema<'EmailTemplate'>> {
  const t = words(templatesTexts);
  const { type, parser, data, inlineStyles } = source;
  const copy = t.copyOf(name).slice(0, 255);
  const body = { name: copy, type, parser, data, inlineStyles };
  const made = await bodyOf(api.POST('/partner/emailTemplate', { body }));
  toast.info(t.duplicated(copy));
  return made;
}

/** Deletes a template. The toast can undo it. */
export async function removeTemplate(id: number, name: string): Promise<void> {
  const t = words(templatesTexts);
  await api.DELETE('/partner/emailTemplate/{id}', { params: { path: { id } } });
  toast.info(t.removed(name), {
    label: t.undo,
    act: () => void restoreTemplate(id, name).catch(toast.warn).finally(changed),
  });
}

export async function restoreTemplate(id: number, name: string): Promise<void> {
  await api.PATCH('/partner/emailTemplate/{id}', { params: { path: { id } } });
  toast.info(words(templatesTexts).restored(name));
}

function changed(): void {
  void queryClient.invalidateQueries({ queryKey: ['emailTemplate'] });
}
