import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { FailedState, SkeletonRows } from '../parts/states';
import { usePlace } from '../routing/place';
import { words } from '../i18n/words';
import { WritersOnly } from '../session/writers-only';
import { SnippetList } from './snippet-list';
import { SnippetStudio } from './snippet-studio';
import { snippetsTexts } from './words';

const NEW = `<mj-section>
  <mj-column>
    <mj-text>{{company.name}}</mj-text>
  </mj-column>
</mj-section>
`;

/** `#/snippets`, `#/snippets/new` and `#/snippets/<id>`. */
export function SnippetsView() {
  const [id] = usePlace().segments;
  if (id === undefined) return <SnippetList />;
  if (id === 'new') {
    return (
      <WritersOnly title={words(snippetsTexts).newSnippet}>
        <SnippetStudio start={{ id: null, name: '', type: 'mjml', data: NEW, tag: null }} />
      </WritersOnly>
    );
  }
  return <StoredSnippet id={Number(id)} />;
}

function StoredSnippet({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['emailSnippet', id, 'edited'],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/partner/emailSnippet/{id}', { params: { path: { id } }, signal })),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows />;
  const { name, type, data: text } = data.body;
  return <SnippetStudio start={{ id, name, type, data: text, tag: data.tag }} />;
}
