import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { localeOf, useLanguage } from '../i18n/language';

/** For windows and menus, whose own words are React Aria's. Nothing else needs it, so the first load goes without. */
export function InLanguage({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={localeOf(useLanguage())}>{children}</I18nProvider>;
}
