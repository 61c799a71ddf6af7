import { useQuery } from '@tanstack/react-query';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { Skeleton } from '../parts/states';
import { draftsQuery } from './queries';
import { templatesTexts } from './words';

/** Whether a template has unpublished changes. */
export function DraftState({ id }: { readonly id: number }) {
  const t = useWords(templatesTexts);
  const { data, isPending, isError } = useQuery(draftsQuery);
  if (isPending) return <Skeleton width={80} height={12} />;
  if (isError) return null;
  const draft = data.get(id);
  if (draft === undefined) return <Badge tone="good">{t.published}</Badge>;
  return draft.compiles ? <Badge tone="held">{t.draft}</Badge> : <Badge tone="bad">{t.draftBroken}</Badge>;
}
