import { useSyncExternalStore } from 'react';
import { exchangeLink, factsOf, revoke } from '../api/session-calls';
import { isUnauthorized, Refusal } from '../api/refusal';
import { words } from '../i18n/words';
import { onArrival, onLink, takeLink } from '../routing/place';
import { keptDrafts } from '../routing/kept-drafts';
import { unsaved } from '../routing/unsaved';
import { type HandedOver, hostPage, isFramed } from './host-page';
import { keeper } from './keeper';
import type { SessionState } from './session-state';
import type { Session } from './tabs';
import { texts } from './texts';

const listeners = new Set<() => void>();
let state: SessionState = { is: 'opening' };
let entries = 0;

/** Signing in and out, in this tab and with the others. */
export const session = {
  read: (): SessionState => state,

  /** To be called once. */
  async open(): Promise<void> {
    keeper.join({
      live,
      handed: (given) => void takeFromTab(given),
      entered: (given) => void resumeWith(given),
      left: () => session.endElsewhere(),
    });
    if (isFramed) {
      hostPage.listen((given) => void enterAsHandedOver(given));
      onArrival(() => hostPage.say({ type: 'livery:moved', address: location.hash }));
      show(signedInOr());
    } else {
      onLink((link) => void arriveBy(link));
      const link = takeLink();
      if (link === null) show(signedInOr());
      else await arriveBy(link);
    }
    if (state.is === 'signedOut') keeper.ask();
  },

  /** The key of calls; '' while signed out. */
  key: (): string => (state.is === 'signedIn' ? state.session.key : ''),

  /** The number of the visit, which ends with signing out and continues when the user signs in again. */
  entry: (): number => (state.is === 'signedIn' ? state.entry : 0),

  /**
   * The key for the calls of a visit. While the session has ended, waits until the user has signed in again.
   * @throws Refusal 401 when the visit is over
   */
  usableKey(entry: number, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const present = state.is === 'signedIn' && state.entry === entry ? state : null;
        if (present !== null && present.ended !== null && !signal.aborted) return;
        listeners.delete(look);
        if (signal.aborted) reject(signal.reason as Error);
        else if (present === null) reject(new Refusal({ status: 401, code: 'unauthorized' }));
        else resolve(present.session.key);
      };
      listeners.add(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });
  },

  /** Begins a visit with a session. */
  enter(entered: Session): void {
    const before = keeper.read();
    if (before === null || before.partnerId !== entered.partnerId) keptDrafts.dropAll();
    keeper.keep(entered);
    entries += 1;
    show({ is: 'signedIn', session: entered, ended: null, entry: entries });
    keeper.share(entered);
  },

  /**
   * Signs in after the session has ended: the page stays as it is, and its calls continue.
   * @throws Refusal for an invalid credential, or one of another partner
   */
  async signInAgain(given: HandedOver): Promise<void> {
    const entered = 'link' in given ? await exchangeLink(given.link) : { ...given, partnerName: null };
    await resume(entered);
  },

  /** Records the partner of the session once the service has named it. */
  know(partnerId: number): void {
    if (state.is !== 'signedIn' || state.session.partnerId === partnerId) return;
    const known = { ...state.session, partnerId };
    if (state.ended === null) keeper.keep(known);
    change({ ...state, session: known });
  },

  /** The service has refused the key. The page stays, with everything written in it. */
  end(): void {
    if (state.is !== 'signedIn' || state.ended !== null) return;
    show({ ...state, ended: words(texts).ended });
    keeper.ask();
  },

  /** Another tab has signed out. This page stays only if it has unsaved changes. */
  endElsewhere(): void {
    if (state.is !== 'signedIn') return;
    const message = words(texts).endedElsewhere;
    if (unsaved.any()) show({ ...state, ended: message });
    else session.leave(`${message} ${words(texts).askAgain}`);
  },

  /** Signs out here and in the other tabs. */
  leave(message: string): void {
    unsaved.forgetAll();
    keeper.forget({ everywhere: true });
    show({ is: 'signedOut', message, isWarning: false });
  },

  /** Signs out in the service as well. Asks first if unsaved changes would be lost. */
  async signOut(): Promise<void> {
    const own = keeper.read();
    if (!unsaved.mayLeave()) return;
    const isRevoked = own === null || (await revoke(own));
    session.leave(isRevoked ? words(texts).signedOut : words(texts).signedOutHere);
  },

  /** Keeps the session that was there when a link was opened. */
  stay(present: Session): void {
    session.enter(present);
  },

  /** Ends the present session for that of the link. */
  async switchTo(link: string, present: Session): Promise<void> {
    keeper.keep(present);
    await revoke(present);
    keeper.forget({ everywhere: true });
    await enterBy(link);
  },
};

/** The state of the session. A component that uses it is rendered again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, session.read);
}

/** The session, unless it has ended. */
function live(): Session | null {
  return state.is === 'signedIn' && state.ended === null ? state.session : null;
}

function hasEnded(): boolean {
  return state.is === 'signedIn' && state.ended !== null;
}

/** A link signs in unless there is a valid session, which it replaces only after asking. */
async function arriveBy(link: string): Promise<void> {
  if (hasEnded()) return resumeBy({ link });
  const present = await keeper.find();
  const isValid = present !== null && (await opens(present.key));
  if (!isValid) return enterBy(link);
  if (unsaved.mayLeave()) show({ is: 'switching', present, link });
}

/** False if the key is refused. Without an answer of the service, the key counts as valid. */
function opens(key: string): Promise<boolean> {
  return factsOf(key).then(
    () => true,
    (error: unknown) => !isUnauthorized(error),
  );
}

function enterBy(link: string): Promise<void> {
  return enterOrRefuse(exchangeLink(link));
}

async function takeFromTab(given: Session): Promise<void> {
  if (state.is === 'signedOut') session.enter(given);
  else await resumeWith(given);
}

/** Another tab has a session. If it belongs to another partner, this page keeps asking for one of its own. */
async function resumeWith(given: Session): Promise<void> {
  if (hasEnded() && given.key !== session.key()) await resume(given).catch(() => undefined);
}

/** The page around the console may replace sessions, but not discard unsaved changes. */
async function enterAsHandedOver(given: HandedOver): Promise<void> {
  if (hasEnded()) return resumeBy(given);
  if (!unsaved.mayLeave()) return;
  if ('link' in given) return enterBy(given.link);
  const { key } = given;
  return enterOrRefuse(factsOf(key).then(({ partnerId }) => ({ key, partnerName: null, partnerId })));
}

async function enterOrRefuse(entering: Promise<Session>): Promise<void> {
  try {
    session.enter(await entering);
  } catch (error) {
    keeper.forget();
    show({ is: 'signedOut', message: reasonOf(error), isWarning: true });
  }
}

/** Signs in with a credential from outside the page, and shows in the page why it is refused. */
async function resumeBy(given: HandedOver): Promise<void> {
  try {
    await session.signInAgain(given);
  } catch (error) {
    if (state.is === 'signedIn') show({ ...state, ended: reasonOf(error), isRefused: true });
  }
}

async function resume(entered: Session): Promise<void> {
  const { partnerId, partnerName } = await factsOf(entered.key);
  if (state.is !== 'signedIn') return;
  const present = state.session.partnerId;
  const next = { ...entered, partnerId };
  if (present === undefined) return session.enter(next);
  if (present !== partnerId) {
    await revoke(next);
    throw new Refusal({ status: 403, code: 'other_partner', detail: words(texts).otherPartner(partnerName) });
  }
  keeper.keep(next);
  show({ is: 'signedIn', session: next, ended: null, entry: state.entry });
  keeper.share(next);
}

function reasonOf(error: unknown): string {
  return error instanceof Refusal ? error.message : words(texts).failed;
}

function signedInOr(): SessionState {
  const own = keeper.read();
  if (own === null) return { is: 'signedOut', message: null, isWarning: false };
  entries += 1;
  return { is: 'signedIn', session: own, ended: null, entry: entries };
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function show(next: SessionState): void {
  change(next);
  if (isFramed) hostPage.sayOf(next);
}
