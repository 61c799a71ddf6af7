import { Menu as MenuIcon, Search } from 'lucide-react';
import { useShownTitle } from '../brand/brand';
import { useWords } from '../i18n/words';
import { IconButton } from '../parts/button';
import { Link } from '../routing/link';
import { addressOf, usePlace } from '../routing/place';
import { PreferenceMenus } from './preference-menus';
import { shellTexts } from './texts';
import styles from './top-bar.module.css';
import { isView } from './view-loaders';

/** The present place, the palette, and the preferences. */
export function TopBar({ onMenu, onSearch }: { readonly onMenu: () => void; readonly onSearch: () => void }) {
  const t = useWords(shellTexts);
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
      <PreferenceMenus />
    </div>
  );
}

function Breadcrumbs() {
  const t = useWords(shellTexts);
  const { view, segments } = usePlace();
  const name = isView(view) ? view : null;
  const title = useShownTitle();
  if (name === null) return <span className={styles.crumbs} />;
  const [first] = segments;
  return (
    <nav className={styles.crumbs} aria-label={t.breadcrumbs}>
      {first === undefined ? (
        <span>{t[name]}</span>
      ) : (
        <>
          <Link href={addressOf([name])}>{t[name]}</Link>
          {title !== '' && title !== t[name] && (
            <>
              <span aria-hidden>/</span>
              <span className={styles.last}>{title}</span>
            </>
          )}
        </>
      )}
    </nav>
  );
}
