import { useSyncExternalStore } from 'react';
import { exchangeLink, revokeSession, tryKey } from '../api/session-calls';
import { Refusal } from '../api/refusal';
import { words } from '../i18n/words';
import { onArrival, takeLink } from '../routing/place';
import { unsaved } from '../routing/unsaved';
import { type HandedOver, hostPage, isFramed } from './host-page';
import { keeper } from './keeper';
import type { Session } from './tabs';
import { texts } from './texts';

/** The present purpose of the page. */
export type SessionState =
  | { readonly is: 'opening' }
  | { readonly is: 'signedOut'; readonly message: string | null; readonly isWarning: boolean }
  /** A link was opened where a session is: it replaces none without being asked. */
  | { readonly is: 'switching'; readonly present: Session; readonly link: string }
  | { readonly is: 'signedIn'; readonly session: Session; readonly ended: string | null };

const listeners = new Set<() => void>();
let state: SessionState = { is: 'opening' };

/** Signing in and out, in this tab and with the others. */
export const session = {
  read: (): SessionState => state,

  /** To be called once. */
  async open(): Promise<void> {
    keeper.join({ entered: enter, left: () => session.end(words(texts).endedElsewhere) });
    if (isFramed) {
      hostPage.listen((given) => void enterAsHandedOver(given));
      onArrival(() => hostPage.say({ type: 'livery:moved', address: location.hash }));
    } else onArrival(() => void arrive());
    if (isFramed || !(await arrive())) show(signedInOr());
    if (state.is === 'signedOut') keeper.ask();
  },

  /** The key of calls; '' when nobody is signed in. */
  key: (): string => (state.is === 'signedIn' ? state.session.key : ''),

  enter,

  /** The session has ended without being asked to. What was written can still be copied. */
  end(message: string): void {
    if (state.is !== 'signedIn') return;
    if (unsaved.any()) show({ ...state, ended: message });
    else session.leave(`${message} ${words(texts).askAgain}`);
  },

  /** Signs out here and in the other tabs. */
  leave(message: string): void {
    unsaved.forgetAll();
    keeper.forget({ everywhere: true });
    show({ is: 'signedOut', message, isWarning: false });
  },

  /** Signs out in the service as well; asks first where something unsaved would be lost. */
  async signOut(): Promise<void> {
    const own = keeper.read();
    if (!unsaved.mayLeave()) return;
    const isRevoked = own === null || (await revoke(own));
    session.leave(isRevoked ? words(texts).signedOut : words(texts).signedOutHere);
  },

  /** Keeps the session that was there when a link was opened. */
  stay(present: Session): void {
    enter(present);
  },

  /** Ends the present session for that of the link. */
  async switchTo(link: string, present: Session): Promise<void> {
    keeper.keep(present);
    await revoke(present);
    keeper.forget({ everywhere: true });
    await enterBy(link);
  },
};

/** The state of the session; a component that uses it is drawn again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, session.read);
}

/** True when the address brought a link, which has been dealt with. */
async function arrive(): Promise<boolean> {
  const link = takeLink();
  if (link === null) return false;
  const present = await keeper.find();
  if (present === null) await enterBy(link);
  else show({ is: 'switching', present, link });
  return true;
}

function enter(entered: Session): void {
  keeper.keep(entered);
  show({ is: 'signedIn', session: entered, ended: null });
}

function enterBy(link: string): Promise<void> {
  return enterOrRefuse(exchangeLink(link));
}

/** The page around the console is trusted with sessions, but not with what was written and not saved. */
async function enterAsHandedOver(given: HandedOver): Promise<void> {
  if (!unsaved.mayLeave()) return;
  if ('link' in given) return enterBy(given.link);
  const { key } = given;
  return enterOrRefuse(tryKey(key).then(() => ({ key, partnerName: null })));
}

async function enterOrRefuse(entering: Promise<Session>): Promise<void> {
  try {
    enter(await entering);
  } catch (error) {
    keeper.forget();
    const message = error instanceof Refusal ? error.message : words(texts).failed;
    show({ is: 'signedOut', message, isWarning: true });
  }
}

/**
 * Ends a session in the service. A pasted key is the partner's to keep. False when the key still opens something: it
 * expires by itself.
 */
async function revoke({ key, partnerName }: Session): Promise<boolean> {
  if (partnerName === null) return true;
  return revokeSession(key).then(
    () => true,
    (error: unknown) => error instanceof Refusal && error.problem.status === 401,
  );
}

function signedInOr(): SessionState {
  const own = keeper.read();
  return own === null
    ? { is: 'signedOut', message: null, isWarning: false }
    : { is: 'signedIn', session: own, ended: null };
}

function show(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
  if (isFramed) sayToHostPage(next);
}

function sayToHostPage(next: SessionState): void {
  if (next.is === 'signedIn' && next.ended === null) hostPage.say({ type: 'livery:signed-in' });
  if (next.is !== 'signedOut') return;
  const { message, isWarning } = next;
  // Asked again after a refusal, the page could only hand over the same.
  hostPage.say(isWarning ? { type: 'livery:refused', message: message ?? '' } : { type: 'livery:ready' });
}
