import { useSyncExternalStore } from 'react';

/** The operator’s settings for the console, which the service writes into the page (src/console/console-page.ts). */
interface OwnFacts {
  readonly frameOrigins?: readonly string[];
  readonly name?: string | null;
  readonly logo?: string | null;
}

const facts = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="livery-console"]')?.content ?? '{}',
) as OwnFacts;

/** Origins of the pages that may show the console in a frame. */
export const frameOrigins: readonly string[] = facts.frameOrigins ?? [];

/** The name and logo of the console. The colours of the brand are a style sheet of the page. */
export const brand = {
  name: facts.name ?? 'Livery',
  /** The address of a picture. */
  logo: facts.logo ?? null,
};

const listeners = new Set<() => void>();
/** The title, and its place. */
let shown = { title: '', place: '' };

/** Sets the title of the window. */
export function entitle(title: string): void {
  shown = { title, place: placeNow() };
  document.title = `${title} · ${brand.name}`;
  for (const listener of listeners) listener();
}

/** The title of the present place; '' until its view is loaded. */
export function useShownTitle(): string {
  return useSyncExternalStore(listen, () => (shown.place === placeNow() ? shown.title : ''));
}

function placeNow(): string {
  return location.hash.split('?', 1)[0] ?? '';
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
