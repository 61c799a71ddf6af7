import { useQuery } from '@tanstack/react-query';
import { History, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { entitle } from '../brand/brand';
import { answerOf, api, bodyOf, ifMatch } from '../api/client';
import { queryClient } from '../api/query-client';
import { type InputProblem, isStale, Refusal } from '../api/refusal';
import { useLanguage } from '../i18n/language';
import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { Button, IconButton } from '../parts/button';
import { Segments } from '../parts/tabs';
import { toast } from '../parts/toast-store';
import { useMedia } from '../parts/use-media';
import { addressOf, navigate } from '../routing/place';
import { unsaved } from '../routing/unsaved';
import { useCanWrite } from '../session/scopes';
import { variablesOf } from '../templates/editor/known';
import { useLiveRender } from '../templates/live-render';
import { kindsQuery, snippetsQuery } from '../templates/queries';
import { typeOptions } from '../templates/template-names';
import { ConflictDialog } from '../templates/studio/conflict-dialog';
import { ONE_PANE, type Pane, PaneSwitch } from '../templates/studio/pane-switch';
import styles from '../templates/studio/studio.module.css';
import { useSample } from '../templates/studio/use-sample';
import { VersionTimeline } from '../templates/studio/version-timeline';
import { studioTexts } from '../templates/studio/words';
import { Workbench } from '../templates/studio/workbench';
import { removeSnippet } from './snippet-actions';
import { ownProblems, previewSource } from './snippet-preview';
import { SnippetUsage } from './snippet-usage';
import { type HeldSnippet, useSnippetText } from './use-snippet-text';
import { snippetsTexts } from './words';
import { WouldBreak } from './would-break';

const KIND = 'document';

/** The studio of a snippet. Saving it changes every template that includes it, or nothing. */
export function SnippetStudio({ start }: { readonly start: HeldSnippet }) {
  const t = useWords(snippetsTexts);
  const s = useWords(studioTexts);
  const canWrite = useCanWrite();
  const language = useLanguage();
  const { held, own, isChanged, setOwn, begin } = useSnippetText(start);
  const [theirs, setTheirs] = useState<HeldSnippet | null>(null);
  const [broken, setBroken] = useState<readonly InputProblem[]>([]);
  const [isVersionsOpen, setVersionsOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [pane, setPane] = useState<Pane>('code');
  const isOnePane = useMedia(ONE_PANE);
  const { name, type, data } = own;
  const { id } = held;
  useEffect(() => {
    entitle(name);
  }, [name]);
  const { data: kinds } = useQuery(kindsQuery);
  const { data: snippets } = useQuery(snippetsQuery);
  const kind = kinds?.find((one) => one.kind === KIND);
  const sample = useSample(kind?.sampleData[language]);
  const trial = useMemo(() => previewSource(data, type), [data, type]);
  const live = useLiveRender(trial, { kind: KIND, language }, sample.overrides);
  const problems = useMemo(() => ownProblems(live.problems, data), [live.problems, data]);
  const known = useMemo(
    () => ({
      variables: variablesOf(kind, sample.values),
      helpers: kind?.helpers ?? [],
      snippets: (snippets ?? []).filter((one) => one.type === type && one.id !== id),
    }),
    [kind, sample.values, snippets, type, id],
  );
  const read = async (of: number): Promise<HeldSnippet> => {
    const { body, tag } = await answerOf(
      api.GET('/partner/emailSnippet/{id}', { params: { path: { id: of } } }),
    );
    return { id: of, name: body.name, type: body.type, data: body.data, tag };
  };
  const write = async (text: string, tag: string | null): Promise<void> => {
    const body = { name, type, data: text };
    if (id === null) {
      const made = await bodyOf(api.POST('/partner/emailSnippet', { body }));
      toast.info(t.created(name));
      unsaved.forgetAll();
      navigate(addressOf(['snippets', made.id]), { replace: true });
    } else {
      const path = { params: { path: { id } } };
      const saved = await answerOf(api.PUT('/partner/emailSnippet/{id}', { ...path, body, ...ifMatch(tag) }));
      begin({ ...body, id, tag: saved.tag });
      setTheirs(null);
      toast.info(t.saved);
    }
    void queryClient.invalidateQueries({
      queryKey: ['emailSnippet'],
      predicate: ({ queryKey }) => queryKey[2] !== 'edited',
    });
  };
  const save = async (text = data, tag = held.tag): Promise<void> => {
    if (!canWrite || isBusy) return;
    setBusy(true);
    try {
      await write(text, tag);
    } catch (error) {
      const isBreaking = error instanceof Refusal && error.problem.code === 'templates_would_break';
      if (isBreaking) setBroken(error.problem.errors ?? []);
      else if (isStale(error) && id !== null) setTheirs(await read(id));
      else toast.warn(error);
    }
    setBusy(false);
  };
  const onText = useCallback((next: string) => setOwn((before) => ({ ...before, data: next })), [setOwn]);
  const remove = async () => {
    if (id !== null && unsaved.mayLeave() && (await removeSnippet(id, name)))
      navigate(addressOf(['snippets']));
  };
  return (
    <div className={styles.studio}>
      <header className={styles.bar}>
        <h1 className="unseen">{name === '' ? t.newSnippet : name}</h1>
        <input
          className={styles.name}
          aria-label={t.name}
          placeholder={t.nameHint}
          value={name}
          maxLength={100}
          readOnly={!canWrite}
          spellCheck={false}
          onChange={({ target }) => setOwn({ ...own, name: target.value })}
        />
        {isChanged && id !== null && <Badge tone="wait">{s.changed}</Badge>}
        {id === null && (
          <Segments
            label={t.type}
            value={type}
            options={typeOptions}
            onChange={(next) => setOwn({ ...own, type: next })}
          />
        )}
        {id !== null && <SnippetUsage id={id} />}
        <div className={styles.acts}>
          {isOnePane && <PaneSwitch pane={pane} onPane={setPane} />}
          {id !== null && (
            <IconButton
              label={s.versions}
              icon={<History aria-hidden />}
              onPress={() => setVersionsOpen(true)}
            />
          )}
          {id !== null && canWrite && (
            <IconButton label={s.remove} icon={<Trash2 aria-hidden />} onPress={() => void remove()} />
          )}
          {canWrite && (
            <Button
              tone="primary"
              isPending={isBusy}
              isDisabled={name === '' || (!isChanged && id !== null)}
              onPress={() => void save()}
            >
              {t.save}
            </Button>
          )}
        </div>
      </header>
      <Workbench
        text={data}
        type={type}
        isReadOnly={!canWrite}
        known={known}
        live={live}
        problems={problems}
        sample={sample}
        subject={name === '' ? '' : `{{> ${name}}}`}
        source={null}
        onVariant={() => {}}
        pane={pane}
        onPane={setPane}
        onText={onText}
        onSave={() => void save()}
      />
      {broken.length > 0 && <WouldBreak problems={broken} onClose={() => setBroken([])} />}
      {theirs !== null && (
        <ConflictDialog
          theirs={theirs.data}
          mine={data}
          type={type}
          onKeep={(merged) => save(merged, theirs.tag)}
          onTake={() => {
            begin(theirs);
            setTheirs(null);
          }}
          onClose={() => setTheirs(null)}
        />
      )}
      {isVersionsOpen && id !== null && (
        <VersionTimeline
          queryKey={['emailSnippet', id, 'versions']}
          list={(cursor) =>
            answerOf(
              api.GET('/partner/emailSnippet/{id}/versions', { params: { path: { id }, query: { cursor } } }),
            )
          }
          read={(number) =>
            bodyOf(
              api.GET('/partner/emailSnippet/{id}/versions/{number}', { params: { path: { id, number } } }),
            )
          }
          present={data}
          type={type}
          previewSource={(version) => previewSource(version.data, version.type)}
          variant={{ kind: KIND, language }}
          onRestore={
            canWrite
              ? async (number) => {
                  const path = '/partner/emailSnippet/{id}/versions/{number}/restore';
                  await api.POST(path, { params: { path: { id, number } } });
                  begin(await read(id));
                  setVersionsOpen(false);
                  toast.info(t.restoredVersion(number));
                }
              : null
          }
          onClose={() => setVersionsOpen(false)}
        />
      )}
    </div>
  );
}
