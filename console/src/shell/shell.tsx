import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { useQuestion } from '../parts/confirm';
import { Page } from '../parts/page';
import { InterruptionNotice } from '../parts/interruption-notice';
import { EmptyState, SkeletonRows } from '../parts/states';
import { addressOf, usePlace } from '../routing/place';
import { useSessionFacts } from '../session/scopes';
import { session } from '../session/session';
import type { SignedIn } from '../session/session-state';
import { SignInAgain } from '../session/sign-in-again';
import { earlyTyping } from './early-typing';
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

/** The console of a signed-in user: sidebar, top bar, and the view of the address. */
export function Shell({ state: { session: signedIn, ended, isRefused } }: { readonly state: SignedIn }) {
  const t = useWords(shellTexts);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const closeSheet = useCallback(() => setSheetOpen(false), []);
  const { view, segments } = usePlace();
  const name = isView(view) ? view : null;
  const View = name === null ? Nowhere : views[name].component;
  const question = useQuestion();
  const partnerId = useSessionFacts()?.partnerId;
  useEffect(() => {
    if (partnerId !== undefined) session.know(partnerId);
  }, [partnerId]);
  useRevisits();
  const openPalette = useCallback(() => {
    earlyTyping.begin();
    setPaletteOpen(true);
  }, []);
  const closePalette = useCallback(() => {
    earlyTyping.take();
    setPaletteOpen(false);
  }, []);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      earlyTyping.hear(event);
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (isPaletteOpen) closePalette();
      else openPalette();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isPaletteOpen, openPalette, closePalette]);
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.querySelector('main')?.focus()}>
        {t.skip}
      </button>
      <Sidebar partnerName={signedIn.partnerName} isOpen={isSheetOpen} onClose={closeSheet} />
      <div className={styles.column}>
        <TopBar onMenu={() => setSheetOpen(true)} onSearch={openPalette} />
        {ended !== null && <SignInAgain ended={ended} isRefused={isRefused} />}
        <main tabIndex={-1} className={styles.main}>
          <Failure key={`${view}/${segments.join('/')}`}>
            <Suspense fallback={<Waiting />}>
              <View />
            </Suspense>
          </Failure>
        </main>
      </div>
      <InterruptionNotice />
      <Suspense>
        {isPaletteOpen && <Palette onClose={closePalette} />}
        {question !== null && <Confirmation question={question} />}
      </Suspense>
    </div>
  );
}

/** The placeholder of a view while its code is loading. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      <SkeletonRows />
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
