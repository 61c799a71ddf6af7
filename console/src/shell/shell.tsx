import { lazy, Suspense, useEffect, useState } from 'react';
import { useWords } from '../i18n/words';
import { Button, LinkButton } from '../parts/button';
import { useQuestion } from '../parts/confirm';
import { Page } from '../parts/page';
import { Banner, EmptyState, SkeletonRows } from '../parts/states';
import { addressOf, usePlace } from '../routing/place';
import { session } from '../session/session';
import type { Session } from '../session/tabs';
import { texts as sessionTexts } from '../session/texts';
import { Failure } from './failure';
import styles from './shell.module.css';
import { Sidebar } from './sidebar';
import { shellTexts } from './texts';
import { TopBar } from './top-bar';
import { useRevisits } from './revisits';
import { isView } from './view-loaders';
import { views } from './views';

const Palette = lazy(async () => ({ default: (await import('./palette')).Palette }));
const Confirmation = lazy(async () => ({ default: (await import('../parts/confirmation')).Confirmation }));

/** The console of somebody who is signed in: sidebar, top bar, and the view that the address names. */
export function Shell({ signedIn, ended }: { readonly signedIn: Session; readonly ended: string | null }) {
  const t = useWords(shellTexts);
  const s = useWords(sessionTexts);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const { view, segments } = usePlace();
  const name = isView(view) ? view : null;
  const View = name === null ? Nowhere : views[name].component;
  const question = useQuestion();
  useRevisits();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPaletteOpen((isOpen) => !isOpen);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.querySelector('main')?.focus()}>
        {t.skip}
      </button>
      <Sidebar partnerName={signedIn.partnerName} isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
      <div className={styles.column}>
        <TopBar onMenu={() => setSheetOpen(true)} onSearch={() => setPaletteOpen(true)} />
        {ended !== null && (
          <Banner
            tone="bad"
            action={<Button onPress={() => session.leave(`${ended} ${s.askAgain}`)}>{s.signInAgain}</Button>}
          >
            {ended} {s.copyFirst}
          </Banner>
        )}
        <main tabIndex={-1} className={styles.main}>
          <Failure key={`${view}/${segments.join('/')}`}>
            <Suspense fallback={<SkeletonRows />}>
              <View />
            </Suspense>
          </Failure>
        </main>
      </div>
      <Suspense>
        {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
        {question !== null && <Confirmation question={question} />}
      </Suspense>
    </div>
  );
}

function Nowhere() {
  const t = useWords(shellTexts);
  return (
    <Page title={t.nowhere}>
      <EmptyState
        title={t.nowhereText}
        action={<LinkButton href={addressOf(['overview'])}>{t.toOverview}</LinkButton>}
      />
    </Page>
  );
}
