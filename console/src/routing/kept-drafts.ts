const PREFIX = 'livery-unsaved/';

/**
 * Unsaved drafts, kept in the tab until they are saved or discarded, so that a reload loses nothing. If the browser refuses
 * storage, or a draft is too long for it, nothing is kept.
 */
export const keptDrafts = {
  read(name: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    } catch {
      return null;
    }
  },

  keep(name: string, draft: object): void {
    try {
      sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
    } catch {
      keptDrafts.drop(name);
    }
  },

  drop(name: string): void {
    try {
      sessionStorage.removeItem(PREFIX + name);
    } catch {
      return;
    }
  },

  /** At the end of a visit: the drafts belong to its partner. */
  dropAll(): void {
    for (const name of names()) keptDrafts.drop(name);
  },
};

function names(): readonly string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
