import { Clock, Languages, Menu as MenuIcon, Search, SunMoon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../i18n/words';
import { IconButton } from '../parts/button';
import { Link } from '../routing/link';
import { addressOf, usePlace } from '../routing/place';
import type { PreferenceMenu } from './preference-menus';
import { shellTexts } from './texts';
import styles from './top-bar.module.css';
import { viewNamed } from './views';

const PreferenceMenus = lazy(async () => ({ default: (await import('./preference-menus')).PreferenceMenus }));

/** Where one is, the way to everything else, and how the console is to look and speak. */
export function TopBar({ onMenu, onSearch }: { readonly onMenu: () => void; readonly onSearch: () => void }) {
  const t = useWords(shellTexts);
  const [opened, setOpened] = useState<PreferenceMenu | null>(null);
  return (
    <div className={styles.bar}>
      <span className={styles.menu}>
        <IconButton label={t.openMenu} icon={<MenuIcon aria-hidden />} onPress={onMenu} />
      </span>
      <Breadcrumbs />
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search aria-hidden />
        <span>{t.search}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {opened === null ? (
        <PreferenceButtons onPress={setOpened} />
      ) : (
        <Suspense fallback={<PreferenceButtons onPress={setOpened} />}>
          <PreferenceMenus opened={opened} />
        </Suspense>
      )}
    </div>
  );
}

/** What opens the menus, which are loaded when one of them is first asked for. */
function PreferenceButtons({ onPress }: { readonly onPress: (menu: PreferenceMenu) => void }) {
  const t = useWords(shellTexts);
  return (
    <>
      <IconButton label={t.timeZone} icon={<Clock aria-hidden />} onPress={() => onPress('timeZone')} />
      <IconButton label={t.theme} icon={<SunMoon aria-hidden />} onPress={() => onPress('theme')} />
      <IconButton label={t.language} icon={<Languages aria-hidden />} onPress={() => onPress('language')} />
    </>
  );
}

function Breadcrumbs() {
  const t = useWords(shellTexts);
  const { view, segments } = usePlace();
  const name = viewNamed(view);
  if (name === null) return <span className={styles.crumbs} />;
  const [first] = segments;
  return (
    <nav className={styles.crumbs} aria-label={t.breadcrumbs}>
      {first === undefined ? (
        <span>{t[name]}</span>
      ) : (
        <>
          <Link href={addressOf([name])}>{t[name]}</Link>
          <span aria-hidden>/</span>
          <span className={styles.last}>{first}</span>
        </>
      )}
    </nav>
  );
}
