import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { localeOf, useLanguage } from '../i18n/language';

/**
 * For dialogs and menus, which use texts of React Aria. It is not part of the first load, because nothing else needs
 * it.
 */
export function InLanguage({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={localeOf(useLanguage())}>{children}</I18nProvider>;
}
