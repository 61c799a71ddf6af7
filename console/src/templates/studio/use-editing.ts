import { useCallback, useMemo, useState } from 'react';
import { answerOf, api, bodyOf, ifMatch } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { isMissing, isStale, Refusal } from '../../api/refusal';
import { keptDrafts } from '../../routing/kept-drafts';
import { useKeptDraft } from '../../routing/unsaved';
import { withDraft } from '../queries';
import { isSame, type Source, sourceOf } from '../source';
import { sourceOfStarter, starters } from '../starters';

/** The stored state of a template that is being edited. */
export interface Held {
  /** Null before it is first saved. */
  readonly id: number | null;
  readonly published: Source | null;
  /** The draft, or else the published version. For a new template, the initial state. */
  readonly saved: Source;
  /** Null without a draft. */
  readonly draftTag: string | null;
  readonly templateTag: string | null;
}

/** Another user has changed it meanwhile. */
export interface Conflict {
  readonly held: Held;
}

/** A template in the editor. Its functions throw Refusals, but a change by others becomes a conflict instead. */
export interface Editing {
  readonly held: Held;
  readonly source: Source;
  readonly isChanged: boolean;
  /** True if it was restored from before a reload. */
  readonly isRestored: boolean;
  readonly conflict: Conflict | null;
  readonly change: (changes: Partial<Source>) => void;
  /** Saves a draft. @returns the stored state; null after a conflict */
  readonly save: (source?: Source, over?: Held) => Promise<Held | null>;
  readonly publish: () => Promise<Held | null>;
  readonly discard: () => Promise<void>;
  /** Starts again from the stored state. */
  readonly reset: (held: Held) => void;
  readonly forgetConflict: () => void;
}

export function useEditing(start: Held): Editing {
  const name = `template/${start.id ?? 'new'}`;
  const [kept] = useState(() => keptDrafts.read(name) as KeptTemplate | null);
  const [held, setHeld] = useState(() => heldUnder(kept, start));
  const [source, setSource] = useState(kept?.source ?? start.saved);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isChanged = held.id === null ? !isSame(source, start.saved) : !isSame(source, held.saved);
  const { draftTag, templateTag } = held;
  const draft = useMemo(
    () => ({ source, draftTag, templateTag }) satisfies KeptTemplate,
    [source, draftTag, templateTag],
  );
  useKeptDraft(name, draft, isChanged);
  const change = useCallback(
    (changes: Partial<Source>) => setSource((before) => ({ ...before, ...changes })),
    [],
  );

  const reset = (next: Held) => {
    setHeld(next);
    setSource(next.saved);
    setConflict(null);
  };
  const save = async (what = source, over = held): Promise<Held | null> => {
    try {
      const next = over.id === null ? await created(what, over.saved) : await drafted(over.id, what, over);
      if (next === null) return null;
      setHeld(next);
      forget();
      return next;
    } catch (error) {
      if (!isStale(error) || over.id === null) throw error;
      setConflict({ held: await present(over.id) });
      return null;
    }
  };
  const drafted = async (id: number, what: Source, over: Held): Promise<Held | null> => {
    if (over.draftTag === null) {
      // Without this check, a new draft would silently lose against a draft by someone else.
      const now = await present(id);
      if (now.draftTag !== null || now.templateTag !== over.templateTag) {
        setConflict({ held: now });
        return null;
      }
    }
    const { body, tag } = await answerOf(
      api.PUT('/partner/emailTemplate/{id}/draft', {
        params: { path: { id } },
        body: { ...what },
        ...ifMatch(over.draftTag),
      }),
    );
    return { ...over, saved: sourceOf(body), draftTag: tag };
  };
  const publish = async (): Promise<Held | null> => {
    const before = isChanged || held.id === null ? await save() : held;
    if (before === null || before.id === null) return null;
    const { id, draftTag } = before;
    if (draftTag === null) return before;
    try {
      const path = '/partner/emailTemplate/{id}/draft/publish';
      const { body, tag } = await answerOf(
        api.POST(path, { params: { path: { id } }, ...ifMatch(draftTag) }),
      );
      const published = sourceOf(body);
      const next = { id, published, saved: published, draftTag: null, templateTag: tag };
      setHeld(next);
      forget();
      return next;
    } catch (error) {
      if (!isStale(error)) throw error;
      setConflict({ held: await present(id) });
      return null;
    }
  };
  const discard = async () => {
    const { id } = held;
    if (id === null) return;
    await api
      .DELETE('/partner/emailTemplate/{id}/draft', { params: { path: { id } } })
      .catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    reset(await present(id));
    forget();
  };
  const forgetConflict = () => setConflict(null);
  const isRestored = kept !== null;
  const acts = { change, save, publish, discard, reset, forgetConflict };
  return { held, source, isChanged, isRestored, conflict, ...acts };
}

/** An unsaved text as it is kept, with the tags of the version that it changes. */
interface KeptTemplate extends Pick<Held, 'draftTag' | 'templateTag'> {
  readonly source: Source;
}

/** Saving under the old tags turns changes by others into a conflict. */
function heldUnder(kept: KeptTemplate | null, start: Held): Held {
  return kept === null ? start : { ...start, draftTag: kept.draftTag, templateTag: kept.templateTag };
}

/** The present stored state of a template. */
export async function present(id: number): Promise<Held> {
  const { template, draft } = await withDraft(id);
  const published = sourceOf(template.body);
  const saved = draft === null ? published : sourceOf(draft.body);
  return { id, published, saved, draftTag: draft?.tag ?? null, templateTag: template.tag };
}

/**
 * Creates a template. A template must compile, but a draft need not. So the template gets its initial text or the
 * smallest valid one, and the written text becomes its draft.
 */
async function created(source: Source, beginning: Source): Promise<Held> {
  const body = (from: Source) => ({ ...from, name: source.name });
  const make = (from: Source) => answerOf(api.POST('/partner/emailTemplate', { body: body(from) }));
  const { body: made, tag } = await make(beginning).catch((error: unknown) => {
    const isBroken = error instanceof Refusal && error.problem.code === 'template_invalid';
    if (!isBroken) throw error;
    return make(leastOf(source.type));
  });
  const { id } = made;
  const published = sourceOf(made);
  if (isSame(published, source)) return { id, published, saved: published, draftTag: null, templateTag: tag };
  const draft = await answerOf(
    api.PUT('/partner/emailTemplate/{id}/draft', { params: { path: { id } }, body: { ...source } }),
  );
  return { id, published, saved: sourceOf(draft.body), draftTag: draft.tag, templateTag: tag };
}

function leastOf(type: Source['type']): Source {
  const blank = starters.find(({ id }) => id === 'blank')?.data ?? '';
  return sourceOfStarter(
    type === 'mjml' ? { type, data: blank } : { type, data: '<!doctype html>\n<p>{{content}}</p>\n' },
  );
}

/** Lists read the changes when they are shown next. */
function forget(): void {
  void queryClient.invalidateQueries({
    queryKey: ['emailTemplate'],
    predicate: ({ queryKey }) => queryKey[2] !== 'edited',
  });
}

/** Publishes an earlier version again. */
export async function restoreVersion(id: number, number: number): Promise<void> {
  const path = '/partner/emailTemplate/{id}/versions/{number}/restore';
  await bodyOf(api.POST(path, { params: { path: { id, number } } }));
  forget();
}
