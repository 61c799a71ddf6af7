import { EmptyState } from '../parts/states';
import { Page } from '../parts/page';
import { useWords } from '../i18n/words';
import { settingsTexts } from './words';

export function SettingsView() {
  const t = useWords(settingsTexts);
  return (
    <Page title={t.title}>
      <EmptyState title={t.title} />
    </Page>
  );
}
