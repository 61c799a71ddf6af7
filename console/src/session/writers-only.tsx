import type { ReactNode } from 'react';
import { useWords } from '../i18n/words';
import { Page } from '../parts/page';
import { EmptyState } from '../parts/states';
import { useCanWrite } from './scopes';
import { texts } from './texts';

/** Shows its view to users who may write, and an explanation to those who can only read. */
export function WritersOnly({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useWords(texts);
  if (useCanWrite()) return <>{children}</>;
  return (
    <Page title={title}>
      <EmptyState title={t.readOnly}>{t.readOnlyText}</EmptyState>
    </Page>
  );
}
