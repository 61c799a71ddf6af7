const PREFIX = 'livery-unsaved/';

/**
 * What is written and not saved, kept in the tab until it is saved or given up: it survives that the page is loaded again.
 * Where the browser refuses storage, or a text is too long for it, nothing is kept.
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

  /** For the end of a visit: what was written belongs to its partner. */
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
