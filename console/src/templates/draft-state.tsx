import { useQuery } from '@tanstack/react-query';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { Skeleton } from '../parts/states';
import { draftQuery } from './queries';
import { templatesTexts } from './words';

/** Whether a template has changes that no email shows yet. Read for the rows in sight alone. */
export function DraftState({ id }: { readonly id: number }) {
  const t = useWords(templatesTexts);
  const { data, isPending, isError } = useQuery(draftQuery(id));
  if (isPending) return <Skeleton width={80} height={12} />;
  if (isError) return null;
  if (data === null) return <Badge tone="good">{t.published}</Badge>;
  return data.body.errors.length > 0 ? (
    <Badge tone="bad">{t.draftBroken}</Badge>
  ) : (
    <Badge tone="held">{t.draft}</Badge>
  );
}
