/** Widths at which the sidebar is narrow in a studio. */
export const NARROW_IN_STUDIO = '(max-width: 1279px)';

/** True for the studio of a template or snippet. */
export function isStudio(view: string, segment: string | undefined): boolean {
  return (view === 'templates' || view === 'snippets') && segment !== undefined && segment !== '';
}
