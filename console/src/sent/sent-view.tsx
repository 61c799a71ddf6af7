import { EmptyState } from '../parts/states';
import { Page } from '../parts/page';
import { useWords } from '../i18n/words';
import { sentTexts } from './words';

export function SentView() {
  const t = useWords(sentTexts);
  return (
    <Page title={t.title}>
      <EmptyState title={t.title} />
    </Page>
  );
}
