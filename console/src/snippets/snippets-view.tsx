import { EmptyState } from '../parts/states';
import { Page } from '../parts/page';
import { useWords } from '../i18n/words';
import { snippetsTexts } from './words';

export function SnippetsView() {
  const t = useWords(snippetsTexts);
  return (
    <Page title={t.title}>
      <EmptyState title={t.title} />
    </Page>
  );
}
