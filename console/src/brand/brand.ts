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

/** Names the window after what it shows. */
export function entitle(title: string): void {
  document.title = `${title} · ${brand.name}`;
}
