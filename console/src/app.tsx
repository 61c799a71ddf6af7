import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client';
import { Toasts } from './parts/toasts';
import { FramedSignIn } from './session/framed-sign-in';
import { isFramed } from './session/host-page';
import { session, useSession } from './session/session';
import { SignIn } from './session/sign-in';
import { SwitchSession } from './session/switch-session';
import { Shell } from './shell/shell';

/** Finds out who is signed in, and renders the console in place of the placeholder. */
export async function start(): Promise<void> {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no #root.');
  await session.open();
  // In slices, between which the browser handles input.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Current />
          <Toasts />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

function Current() {
  const state = useSession();
  const entry = state.is === 'signedIn' ? state.entry : 0;
  const key = state.is === 'signedIn' ? state.session.key : '';
  // The answers of one visit must not reach the next one.
  useEffect(() => () => queryClient.clear(), [entry]);
  // Another key of the same visit may have other scopes.
  useEffect(() => void queryClient.invalidateQueries({ queryKey: ['session'] }), [key]);
  switch (state.is) {
    case 'opening':
      return null;
    case 'signedOut':
      if (isFramed) return <FramedSignIn message={state.isWarning ? state.message : null} />;
      return <SignIn message={state.message} isWarning={state.isWarning} />;
    case 'switching':
      return <SwitchSession present={state.present} link={state.link} />;
    case 'signedIn':
      return <Shell key={state.entry} state={state} />;
  }
}
