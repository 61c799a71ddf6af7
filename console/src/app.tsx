import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client';
import { localeOf, useLanguage } from './i18n/language';
import { Toasts } from './parts/toasts';
import { FramedSignIn } from './session/framed-sign-in';
import { isFramed } from './session/host-page';
import { session, useSession } from './session/session';
import { SignIn } from './session/sign-in';
import { SwitchSession } from './session/switch-session';
import { Shell } from './shell/shell';

/** Draws the console into the page, and finds out who is signed in. */
export function start(): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
  void session.open();
}

function App() {
  return (
    <I18nProvider locale={localeOf(useLanguage())}>
      <Current />
      <Toasts />
    </I18nProvider>
  );
}

function Current() {
  const state = useSession();
  const key = state.is === 'signedIn' ? state.session.key : '';
  // One session's answers must not reach the next one.
  useEffect(() => () => queryClient.clear(), [key]);
  switch (state.is) {
    case 'opening':
      return null;
    case 'signedOut':
      if (isFramed) return <FramedSignIn message={state.isWarning ? state.message : null} />;
      return <SignIn message={state.message} isWarning={state.isWarning} />;
    case 'switching':
      return <SwitchSession present={state.present} link={state.link} />;
    case 'signedIn':
      return <Shell key={key} signedIn={state.session} ended={state.ended} />;
  }
}
