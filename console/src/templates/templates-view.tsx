import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useWords } from '../i18n/words';
import { Page } from '../parts/page';
import { FailedState, SkeletonRows } from '../parts/states';
import { usePlace } from '../routing/place';
import { editedTemplateQuery } from './queries';
import { imported } from './imported';
import { sourceOf } from './source';
import { sourceOfStarter, starters } from './starters';
import { StarterGallery } from './starter-gallery';
import { TemplateList } from './template-list';
import { TemplateStudio } from './studio/template-studio';
import { templatesTexts } from './words';

/** `#/templates`, `#/templates/new`, `#/templates/new?from=<starter>` and `#/templates/<id>`. */
export function TemplatesView() {
  const { segments, parameters } = usePlace();
  const [id] = segments;
  if (id === undefined) return <TemplateList />;
  if (id !== 'new') return <StoredTemplate id={Number(id)} />;
  const from = parameters.get('from');
  const file = from === 'file' ? imported.read() : null;
  const starter = starters.find((one) => one.id === from);
  const source = file ?? (starter === undefined ? null : sourceOfStarter(starter));
  if (source === null) return <StarterGallery />;
  const held = { id: null, published: null, saved: source, draftTag: null, templateTag: null };
  return <TemplateStudio key={from} start={held} kind={starter?.kind ?? 'document'} />;
}

function StoredTemplate({ id }: { readonly id: number }) {
  const t = useWords(templatesTexts);
  const { data: read, error, refetch } = useQuery(editedTemplateQuery(id));
  const data = useDeferredValue(read);
  if (error !== null) {
    return (
      <Page title={t.unnamed(id)}>
        <FailedState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (data === undefined) return <SkeletonRows />;
  const { template, draft } = data;
  const published = sourceOf(template.body);
  const saved = draft === null ? published : sourceOf(draft.body);
  const held = { id, published, saved, draftTag: draft?.tag ?? null, templateTag: template.tag };
  return <TemplateStudio start={held} kind="document" />;
}
