import { useMemo, useState } from 'react';
import type { Schema } from '../api/client';
import { keptDrafts } from '../routing/kept-drafts';
import { useKeptDraft } from '../routing/unsaved';
import { useRestored } from '../parts/use-restored';

/** A stored snippet. */
export interface HeldSnippet extends SnippetText {
  /** Null before it is first saved. */
  readonly id: number | null;
  readonly tag: string | null;
}

/** A snippet in the editor. */
export interface SnippetText {
  readonly name: string;
  readonly type: Schema<'EmailSnippet'>['type'];
  readonly data: string;
}

interface Kept {
  readonly own: SnippetText;
  readonly tag: string | null;
}

/** The stored snippet and the edited text, which survives a reload. */
export function useSnippetText(start: HeldSnippet) {
  const place = `snippet/${start.id ?? 'new'}`;
  const [kept] = useState(() => keptDrafts.read(place) as Kept | null);
  // Saving under the old tag turns changes by others into a conflict.
  const [held, setHeld] = useState(kept === null ? start : { ...start, tag: kept.tag });
  const [own, setOwn] = useState<SnippetText>(kept?.own ?? start);
  const isChanged = own.name !== held.name || own.type !== held.type || own.data !== held.data;
  const { tag } = held;
  useKeptDraft(
    place,
    useMemo(() => ({ own, tag }) satisfies Kept, [own, tag]),
    isChanged,
  );
  const begin = (next: HeldSnippet) => {
    setHeld(next);
    setOwn({ name: next.name, type: next.type, data: next.data });
  };
  useRestored(kept !== null, () => begin(start));
  return { held, own, isChanged, setOwn, begin };
}
