import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';
import { useWords } from '../i18n/words';
import { Menu } from '../parts/menu';
import { addressOf, navigate } from '../routing/place';
import { templatesTexts } from '../templates/words';
import { snippetsTexts } from './words';

/** The templates and snippets that include a snippet, each with its address. */
export function SnippetUsage({ id }: { readonly id: number }) {
  const t = useWords(snippetsTexts);
  const n = useWords(templatesTexts);
  const { data } = useQuery({
    queryKey: ['emailSnippet', id, 'usage'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/partner/emailSnippet/{id}/usage', { params: { path: { id } }, signal })),
  });
  if (data === undefined) return null;
  const { templates, snippets } = data;
  const count = templates.length + snippets.length;
  if (count === 0) return <span className="muted small">{t.nowhere}</span>;
  const entries = [
    ...templates.map((one) => ({
      id: `template-${one.id}`,
      label: one.name ?? n.unnamed(one.id),
      act: () => navigate(addressOf(['templates', one.id])),
    })),
    ...snippets.map((one) => ({
      id: `snippet-${one.id}`,
      label: `{{> ${one.name}}}`,
      act: () => navigate(addressOf(['snippets', one.id])),
    })),
  ];
  return <Menu label={t.includedByTitle} words={t.includedBy(count)} tone="quiet" entries={() => entries} />;
}
