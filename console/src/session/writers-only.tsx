import type { ReactNode } from 'react';
import { useWords } from '../i18n/words';
import { Page } from '../parts/page';
import { EmptyState } from '../parts/states';
import { useCanWrite } from './scopes';
import { texts } from './texts';

/** A view that only makes something new: a credential that can only read is told so instead. */
export function WritersOnly({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useWords(texts);
  if (useCanWrite()) return <>{children}</>;
  return (
    <Page title={title}>
      <EmptyState title={t.readOnly}>{t.readOnlyText}</EmptyState>
    </Page>
  );
}
