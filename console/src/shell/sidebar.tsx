import { useEffect, useRef } from 'react';
import { BookOpen, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { brand } from '../brand/brand';
import { IconButton } from '../parts/button';
import { useWords } from '../i18n/words';
import { useMedia } from '../parts/use-media';
import { Link } from '../routing/link';
import { addressOf, usePlace } from '../routing/place';
import { useSessionFacts } from '../session/scopes';
import { isFramed } from '../session/host-page';
import { session } from '../session/session';
import { isStudio, NARROW_IN_STUDIO } from './narrow-sidebar';
import { preferences } from './preferences';
import { usePreferences } from './use-preferences';
import styles from './sidebar.module.css';
import { shellTexts } from './texts';
import { isView, type ViewName } from './view-loaders';
import { groups, views } from './views';

/** The links to all views. `isOpen` is for phones, where it is a sheet. */
export function Sidebar({ partnerName: named, isOpen, onClose }: SidebarProps) {
  // A pasted key does not include the partner's name, which the service knows.
  const facts = useSessionFacts();
  const partnerName = named ?? facts?.partnerName ?? null;
  const t = useWords(shellTexts);
  const { isSidebarNarrow } = usePreferences();
  const { view: current, segments } = usePlace();
  const isMedium = useMedia(NARROW_IN_STUDIO);
  const givesWay = isMedium && isStudio(current, segments[0]);
  const isNarrow = isSidebarNarrow || givesWay;
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    // In the next frame, when it is visible. A quick user keeps the link that already has the focus.
    requestAnimationFrame(() => {
      const opened = sheet.current;
      if (opened?.contains(document.activeElement) === false) {
        opened.querySelector<HTMLElement>('nav a')?.focus();
      }
    });
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onClose();
      if (before instanceof HTMLElement) before.focus();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOpen, onClose]);
  const item = (view: ViewName) => {
    const { icon: Icon } = views[view];
    return (
      <li key={view}>
        <Link
          href={addressOf([view])}
          title={isNarrow ? t[view] : undefined}
          aria-current={view === current ? 'page' : undefined}
          onClick={onClose}
        >
          <Icon aria-hidden />
          <span>{t[view]}</span>
        </Link>
      </li>
    );
  };
  return (
    <>
      {isOpen && <div className={styles.scrim} onClick={onClose} aria-hidden />}
      <div ref={sheet} className={styles.sidebar} data-narrow={isNarrow} data-open={isOpen}>
        <div className={styles.partner}>
          {brand.logo === null ? (
            <span className={styles.mark} aria-hidden>
              {(partnerName ?? brand.name).charAt(0).toUpperCase()}
            </span>
          ) : (
            <img className={styles.logo} src={brand.logo} alt={brand.name} />
          )}
          <span className={styles.name} title={partnerName ?? undefined}>
            {partnerName ?? brand.name}
          </span>
        </div>
        <nav aria-label={t.navigation} className={styles.navigation}>
          {groups.map(({ title, views: names }) => (
            <div key={names[0]} className={styles.group}>
              {title !== null && <p className={styles.groupTitle}>{t[title]}</p>}
              <ul>{names.map(item)}</ul>
            </div>
          ))}
          <div className={styles.group}>
            <a
              href={`/docs#/${encodeURIComponent(isView(current) ? views[current].guide : '')}`}
              title={isNarrow ? t.guide : undefined}
              target="_blank"
              rel="noreferrer"
            >
              <BookOpen aria-hidden />
              <span>{t.guide}</span>
            </a>
          </div>
        </nav>
        <div className={styles.foot}>
          {!isFramed && (
            <button type="button" className={styles.out} onClick={() => void session.signOut()}>
              <LogOut aria-hidden />
              <span>{t.signOut}</span>
            </button>
          )}
          {!givesWay && (
            <span className={styles.toggle}>
              <IconButton
                label={isNarrow ? t.expand : t.collapse}
                icon={isNarrow ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
                onPress={() => preferences.change({ isSidebarNarrow: !isSidebarNarrow })}
              />
            </span>
          )}
        </div>
      </div>
    </>
  );
}

interface SidebarProps {
  readonly partnerName: string | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}
