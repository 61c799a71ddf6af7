import { useEffect, useLayoutEffect } from 'react';
import { catalogue, words } from '../i18n/words';
import { keptDrafts } from './kept-drafts';

interface Where {
  readonly view: string;
  readonly segments: readonly string[];
}

const texts = catalogue({
  en: { question: 'Leave without saving? Your changes will be lost.' },
  sv: { question: 'Vill du lämna utan att spara? Dina ändringar går förlorade.' },
});

/** Components with unsaved changes. */
const components = new Set<symbol>();

/** Whether the present view has unsaved changes. Asks before they are lost. */
export const unsaved = {
  any: (): boolean => components.size > 0,

  /** For a user who leaves in any case, such as after the end of the session. */
  forgetAll(): void {
    components.clear();
    keptDrafts.dropAll();
  },

  /** True when the view may be left. */
  mayLeave(): boolean {
    if (components.size === 0) return true;
    if (!confirm(words(texts).question)) return false;
    unsaved.forgetAll();
    return true;
  },

  /** Another query of the same place, such as an open panel, loses no changes. */
  mayLeaveFor(next: Where, present: Where): boolean {
    const isSame = next.view === present.view && next.segments.join('/') === present.segments.join('/');
    return isSame || unsaved.mayLeave();
  },
};

/** Guards the changes of a component while `isUnsaved` is true. */
export function useUnsaved(isUnsaved: boolean): void {
  // In a layout effect, so that a link clicked right after a change asks too.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const component = Symbol('unsaved');
    components.add(component);
    return () => void components.delete(component);
  }, [isUnsaved]);
}

/** The pause in typing after which the draft is kept. */
const PAUSE_MS = 300;

/** Guards a draft as `useUnsaved` does, and keeps it in the tab so that a reload loses nothing. */
export function useKeptDraft(name: string, draft: object, isUnsaved: boolean): void {
  useUnsaved(isUnsaved);
  useEffect(() => {
    if (!isUnsaved) {
      keptDrafts.drop(name);
      return;
    }
    const keep = () => keptDrafts.keep(name, draft);
    const timer = setTimeout(keep, PAUSE_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [name, draft, isUnsaved]);
}

// The browser asks when the page is closed or reloaded.
addEventListener('beforeunload', (event) => {
  if (components.size > 0) event.preventDefault();
});
