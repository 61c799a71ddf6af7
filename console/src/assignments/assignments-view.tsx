import { EmptyState } from '../parts/states';
import { Page } from '../parts/page';
import { useWords } from '../i18n/words';
import { assignmentsTexts } from './words';

export function AssignmentsView() {
  const t = useWords(assignmentsTexts);
  return (
    <Page title={t.title}>
      <EmptyState title={t.title} />
    </Page>
  );
}
