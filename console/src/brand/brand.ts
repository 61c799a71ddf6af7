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

/** Whose service the console shows itself as. The brand's colours are a style sheet of the page. */
export const brand = {
  name: facts.name ?? 'Livery',
  /** The address of a picture. */
  logo: facts.logo ?? null,
};

const listeners = new Set<() => void>();
/** The title, and the place that it was given to. */
let shown = { title: '', place: '' };

/** Names the window after what it shows. */
export function entitle(title: string): void {
  shown = { title, place: placeNow() };
  document.title = `${title} · ${brand.name}`;
  for (const listener of listeners) listener();
}

/** What the present place is named; '' until its view is there. */
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
