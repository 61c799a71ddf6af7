import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { queryClient } from '../../api/query-client';
import { useLanguage } from '../../i18n/language';
import { useWords } from '../../i18n/words';
import { toast } from '../../parts/toast-store';
import { useRestored } from '../../parts/use-restored';
import { unsaved } from '../../routing/unsaved';
import { addressOf, navigate } from '../../routing/place';
import { useCanWrite } from '../../session/scopes';
import { variablesOf } from '../editor/known';
import { useLiveRender } from '../live-render';
import { assignmentsQuery, kindsQuery, snippetsQuery } from '../queries';
import type { Variant } from '../source';
import { ConflictDialog } from './conflict-dialog';
import type { Pane } from './pane-switch';
import { PublishDialog } from './publish-dialog';
import { SendTestDialog } from './send-test-dialog';
import { SettingsDialog } from './settings-dialog';
import styles from './studio.module.css';
import { TemplateBar, type Window } from './template-bar';
import { type Held, useEditing } from './use-editing';
import { useSample } from './use-sample';
import { VersionsDialog } from './versions-dialog';
import { studioTexts } from './words';
import { Workbench } from './workbench';

interface TemplateStudioProps {
  readonly start: Held;
  /** The initial state. */
  readonly kind: Variant['kind'];
}

/** The studio of a template: the text on the left, the preview on the right. */
export function TemplateStudio({ start, kind }: TemplateStudioProps) {
  const t = useWords(studioTexts);
  const mayWrite = useCanWrite();
  const language = useLanguage();
  const editing = useEditing(start);
  const { held, source, change, conflict, isRestored } = editing;
  useRestored(isRestored, () => editing.reset(start));
  const [variant, setVariant] = useState<Variant>(() => ({ kind: usualKind(held.id) ?? kind, language }));
  const [open, setOpen] = useState<Window>(null);
  const [pane, setPane] = useState<Pane>('code');
  const [isBusy, setBusy] = useState(false);
  const { data: kinds } = useQuery(kindsQuery);
  const { data: snippets } = useQuery(snippetsQuery);
  const known = kinds?.find((one) => one.kind === variant.kind);
  const sample = useSample(known?.sampleData[variant.language]);
  const live = useLiveRender(source, variant, sample.overrides);
  const catalogue = useMemo(
    () => ({
      variables: variablesOf(known, sample.values),
      helpers: known?.helpers ?? [],
      snippets: (snippets ?? []).filter(({ type }) => type === source.type),
    }),
    [known, sample.values, snippets, source.type],
  );
  const during = async <Result,>(work: () => Promise<Result>): Promise<Result | null> => {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      toast.warn(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const save = async (): Promise<Held | null> => {
    if (!mayWrite || isBusy) return null;
    if (!editing.isChanged && held.id !== null) return held;
    const next = await during(() => editing.save());
    if (next !== null) toast.info(t.saved);
    if (next !== null && held.id === null) moveTo(next);
    return next;
  };
  const onText = useCallback((data: string) => change({ data }), [change]);
  const onSave = () => void save();
  const subject = typeof sample.values.subject === 'string' ? sample.values.subject : '';
  const close = () => setOpen(null);
  return (
    <div className={styles.studio}>
      <TemplateBar
        editing={editing}
        variant={variant}
        mayWrite={mayWrite}
        isBusy={isBusy}
        pane={pane}
        onPane={setPane}
        onVariant={setVariant}
        onSave={onSave}
        onOpen={setOpen}
      />
      <Workbench
        text={source.data}
        type={source.type}
        isReadOnly={!mayWrite}
        known={catalogue}
        live={live}
        problems={live.problems}
        sample={sample}
        subject={subject}
        source={source}
        onVariant={setVariant}
        pane={pane}
        onPane={setPane}
        onText={onText}
        onSave={onSave}
      />
      {open === 'publish' && <PublishDialog editing={editing} live={live} onClose={close} onNew={moveTo} />}
      {open === 'test' && (
        <SendTestDialog
          variant={variant}
          data={sample.overrides}
          isSaved={!editing.isChanged && held.id !== null}
          prepare={save}
          onClose={close}
        />
      )}
      {open === 'settings' && (
        <SettingsDialog id={held.id} source={source} onChange={change} onClose={close} />
      )}
      {open === 'versions' && held.id !== null && (
        <VersionsDialog
          editing={editing}
          id={held.id}
          variant={variant}
          mayWrite={mayWrite}
          onClose={close}
        />
      )}
      {conflict !== null && (
        <ConflictDialog
          theirs={conflict.held.saved.data}
          mine={source.data}
          type={source.type}
          onKeep={async (data) => {
            const saved = await editing.save({ ...source, data }, conflict.held);
            if (saved === null) return;
            editing.reset(saved);
            toast.info(t.saved);
          }}
          onTake={() => editing.reset(conflict.held)}
          onClose={editing.forgetConflict}
        />
      )}
    </div>
  );
}

/** A new template gets its own address when it is first saved. */
function moveTo({ id }: Held): void {
  if (id === null) return;
  unsaved.forgetAll();
  navigate(addressOf(['templates', id]), { replace: true });
}

/** The kind of email to which a template is assigned, once that has been read. */
function usualKind(id: number | null): Variant['kind'] | null {
  const assignments = queryClient.getQueryData(assignmentsQuery.queryKey);
  return assignments?.find(({ templateId }) => templateId === id)?.kind ?? null;
}
