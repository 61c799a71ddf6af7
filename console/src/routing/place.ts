import { useSyncExternalStore } from 'react';
import { unsaved } from './unsaved';

/**
 * Where one is in the console: `#/deliveries/<id>?status=failed`. Kept in the fragment, so that no server sees it and
 * the browser's own back and forward work.
 */
export interface Place {
  /** The feature, such as `deliveries`. */
  readonly view: string;
  /** The rest of the path, decoded. */
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
}

/** Values of the address's query; null, undefined and '' are left out. */
export type Parameters = Readonly<Record<string, string | number | null | undefined>>;

/** Views by other names: the first one by none, and those of older addresses and of emails about notices. */
const NAMED_OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['', 'overview'],
  ['webhooks', 'subscriptions'],
  ['emails', 'sent'],
]);

/** How an address was left: by a link or call, or by the browser's back and forward. */
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

/** Goes to an address; asks first where something unsaved would be lost. `replace` leaves no trace in the history. */
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

/** The present place; a component that uses it is drawn again when it changes. */
export function usePlace(): Place {
  return useSyncExternalStore(subscribe, currentPlace);
}

/** Told with every address that comes in from outside, such as a typed one or a link in another page. */
export function onArrival(listener: () => void): () => void {
  return subscribe(listener);
}

/** The portal link that the page was opened with; null without one. */
export function takeLink(): string | null {
  const link = linkIn(location.hash);
  if (link === null) return null;
  history.replaceState(null, '', '/console');
  arrive();
  return link;
}

/** Calls `taker` with each portal link that the open page is sent to. The address stays as it was. */
export function onLink(taker: (link: string) => void): void {
  linkTakers.add(taker);
}

/** Told with the address that is about to be left, while it is still shown. */
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
    // Neither the history nor a bookmark shall keep it.
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
