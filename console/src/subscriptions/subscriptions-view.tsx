import { EmptyState } from '../parts/states';
import { Page } from '../parts/page';
import { useWords } from '../i18n/words';
import { subscriptionsTexts } from './words';

export function SubscriptionsView() {
  const t = useWords(subscriptionsTexts);
  return (
    <Page title={t.title}>
      <EmptyState title={t.title} />
    </Page>
  );
}
