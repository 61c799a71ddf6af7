import { ArrowUpRight, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useWords } from '../i18n/words';
import { preferences } from '../shell/preferences';
import { usePreferences } from '../shell/use-preferences';
import { IconButton, LinkButton } from './button';
import styles from './side-panel.module.css';
import { isFreeKey } from './table-keys';
import { partTexts } from './texts';

interface SidePanelProps {
  readonly title: ReactNode;
  /** Further content of the header, such as the state. */
  readonly badges?: ReactNode;
  readonly onClose: () => void;
  /** The address of the same object as a page. */
  readonly page: string;
  readonly children: ReactNode;
}

const NARROWEST = 480;
const WIDEST = 720;
const STEP = 24;

/** An object beside its list. Esc closes it, and its width is kept. On a phone it covers the page. */
export function SidePanel({ title, badges, onClose, page, children }: SidePanelProps) {
  const t = useWords(partTexts);
  const id = useId();
  const { panelWidth } = usePreferences();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const aside = panel.current;
    const opener = document.activeElement;
    // The focus is visible, so the keyboard has opened the panel.
    if (opener?.matches('main a:focus-visible') === true) heading.current?.focus();
    return () => {
      if (aside?.contains(document.activeElement) === true) requestAnimationFrame(() => goBack(opener));
    };
  }, []);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && isFreeKey(event)) onClose();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [onClose]);
  useEffect(() => {
    document.documentElement.style.setProperty('--panel', `${panelWidth}px`);
    return () => void document.documentElement.style.removeProperty('--panel');
  }, [panelWidth]);
  const widen = (to: number) =>
    preferences.change({ panelWidth: Math.round(Math.min(WIDEST, Math.max(NARROWEST, to))) });
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) widen(innerWidth - event.clientX);
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') widen(panelWidth + STEP);
    if (key === 'ArrowRight') widen(panelWidth - STEP);
  };
  return (
    <aside ref={panel} className={styles.panel} aria-labelledby={id} style={{ width: panelWidth }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles.edge}
        role="separator"
        aria-orientation="vertical"
        aria-label={t.resize}
        aria-valuenow={panelWidth}
        aria-valuemin={NARROWEST}
        aria-valuemax={WIDEST}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
      />
      <header className={styles.head}>
        <div className={styles.title}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {badges}
        </div>
        <LinkButton tone="quiet" href={page} icon={<ArrowUpRight aria-hidden />} aria-label={t.openAsPage}>
          <span className="unseen">{t.openAsPage}</span>
        </LinkButton>
        <IconButton label={t.close} icon={<X aria-hidden />} onPress={onClose} />
      </header>
      <div className={styles.content}>{children}</div>
    </aside>
  );
}

/** Moves the focus of a closed panel to the panel that replaced it, or else to the link that opened it. */
function goBack(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const next = document.querySelector('aside h2') ?? (opener?.isConnected === true ? opener : null);
  if (next instanceof HTMLElement) next.focus();
}
