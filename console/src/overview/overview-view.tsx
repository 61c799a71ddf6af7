import { EmptyState } from '../parts/states';
import { Page } from '../parts/page';
import { useWords } from '../i18n/words';
import { overviewTexts } from './words';

export function OverviewView() {
  const t = useWords(overviewTexts);
  return (
    <Page title={t.title}>
      <EmptyState title={t.title} />
    </Page>
  );
}
