import { Clock, Languages, Menu as MenuIcon, Moon, Search, Sun, SunMoon } from 'lucide-react';
import { useWords } from '../i18n/words';
import { IconButton } from '../parts/button';
import { Menu } from '../parts/menu';
import { Link } from '../routing/link';
import { addressOf, usePlace } from '../routing/place';
import { preferences, usePreferences } from './preferences';
import { shellTexts } from './texts';
import styles from './top-bar.module.css';
import { viewNamed } from './views';

/** Where one is, the way to everything else, and how the console is to look and speak. */
export function TopBar({ onMenu, onSearch }: { readonly onMenu: () => void; readonly onSearch: () => void }) {
  const t = useWords(shellTexts);
  const { theme, language, timeZone } = usePreferences();
  const themes = [
    ['system', t.themeSystem, <SunMoon key="system" aria-hidden />],
    ['light', t.themeLight, <Sun key="light" aria-hidden />],
    ['dark', t.themeDark, <Moon key="dark" aria-hidden />],
  ] as const;
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
      <Menu
        label={t.timeZone}
        entries={(['local', 'utc'] as const).map((zone) => ({
          id: zone,
          label: zone === 'local' ? `${t.zoneLocal} (${localZone()})` : t.zoneUtc,
          isChosen: zone === timeZone,
          act: () => preferences.change({ timeZone: zone }),
        }))}
      >
        <IconButton label={t.timeZone} icon={<Clock aria-hidden />} />
      </Menu>
      <Menu
        label={t.theme}
        entries={themes.map(([id, label, icon]) => ({
          id,
          label,
          icon,
          isChosen: id === theme,
          act: () => preferences.change({ theme: id }),
        }))}
      >
        <IconButton label={t.theme} icon={<SunMoon aria-hidden />} />
      </Menu>
      <Menu
        label={t.language}
        entries={[
          {
            id: 'en',
            label: 'English',
            isChosen: language === 'en',
            act: () => preferences.change({ language: 'en' }),
          },
          {
            id: 'sv',
            label: 'Svenska',
            isChosen: language === 'sv',
            act: () => preferences.change({ language: 'sv' }),
          },
        ]}
      >
        <IconButton label={t.language} icon={<Languages aria-hidden />} />
      </Menu>
    </div>
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

function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
