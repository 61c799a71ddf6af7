import { useSyncExternalStore } from 'react';
import { unsaved } from './unsaved';

/**
 * The place in the console: `#/deliveries/<id>?status=failed`. It is in the fragment, so that no server sees it and the
 * browser's back and forward work.
 */
export interface Place {
  /** The feature, such as `deliveries`. */
  readonly view: string;
  /** The rest of the path, decoded. */
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
}

/** Values of the address's query. Null, undefined and '' are left out. */
export type Parameters = Readonly<Record<string, string | number | null | undefined>>;

/** Other names of views: the empty one, and those in older addresses and in emails about notices. */
const NAMED_OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['', 'overview'],
  ['webhooks', 'subscriptions'],
  ['emails', 'sent'],
]);

/** How an address was left: by a link or a call, or with the browser's back and forward. */
export type Way = 'link' | 'history';

const listeners = new Set<() => void>();
const linkTakers = new Set<(link: string) => void>();
const leavers = new Set<(address: string, by: Way) => void>();
let address = location.hash;
let place = placeAt(address);

/** The place of an address such as `#/emails/3?tab=text`. */
export function placeAt(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [named = '', ...segments] = path.split('/').filter((segment) => segment !== '');
  return {
    view: NAMED_OTHERWISE.get(named) ?? named,
    segments: segments.map(decoded),
    parameters: new URLSearchParams(query),
  };
}

/** The address of a place: `addressOf(['deliveries', id], { status: 'failed' })`. */
export function addressOf(path: readonly (string | number)[], parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = `#/${path.map((segment) => encodeURIComponent(segment)).join('/')}`;
  return query.size > 0 ? `${text}?${query}` : text;
}

/** Goes to an address. Asks first if unsaved changes would be lost. `replace` adds no entry to the history. */
export function navigate(to: string, { replace = false } = {}): void {
  if (!unsaved.mayLeaveFor(placeAt(to), place)) return;
  for (const leaver of leavers) leaver(address, 'link');
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  arrive();
}

/** Changes the query of the present address and keeps the rest. */
export function changeParameters(changes: Parameters, options?: { replace?: boolean }): void {
  const merged = { ...Object.fromEntries(place.parameters), ...changes };
  navigate(addressOf([place.view, ...place.segments], merged), options);
}

export function currentPlace(): Place {
  return place;
}

/** The present place. A component that uses it is rendered again when it changes. */
export function usePlace(): Place {
  return useSyncExternalStore(subscribe, currentPlace);
}

/** Calls the listener for every address that comes from outside, such as a typed one or a link in another page. */
export function onArrival(listener: () => void): () => void {
  return subscribe(listener);
}

/** The portal link with which the page was opened; null without one. */
export function takeLink(): string | null {
  const link = linkIn(location.hash);
  if (link === null) return null;
  history.replaceState(null, '', '/console');
  arrive();
  return link;
}

/** Calls `taker` for each portal link that the open page gets. The address stays as it was. */
export function onLink(taker: (link: string) => void): void {
  linkTakers.add(taker);
}

/** Calls the listener with the address before it is left. */
export function onLeaving(leaver: (address: string, by: Way) => void): void {
  leavers.add(leaver);
}

function linkIn(hash: string): string | null {
  const link = /^#link=(.+)$/.exec(hash)?.[1];
  return link === undefined ? null : decoded(link);
}

function arrive(): void {
  if (location.hash === address) return;
  address = location.hash;
  place = placeAt(address);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

addEventListener('popstate', () => {
  const link = linkIn(location.hash);
  if (link !== null) {
    // The link must not be in the history or in bookmarks.
    history.replaceState(null, '', address === '' ? '/console' : address);
    for (const taker of linkTakers) taker(link);
    return;
  }
  // A user who stays returns to the address of the present view.
  if (unsaved.mayLeaveFor(placeAt(location.hash), place)) {
    for (const leaver of leavers) leaver(address, 'history');
    arrive();
  } else history.pushState(null, '', address === '' ? '/console' : address);
});
