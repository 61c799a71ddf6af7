import {
  Copy,
  Download,
  EllipsisVertical,
  History,
  Save,
  Send,
  Settings2,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useEffect } from 'react';
import { emailKinds } from '../../api/generated/names';
import { entitle } from '../../brand/brand';
import { useWords } from '../../i18n/words';
import { Badge } from '../../parts/badge';
import { Button, IconButton } from '../../parts/button';
import { confirmed } from '../../parts/confirm';
import { Menu } from '../../parts/menu';
import type { MenuEntry } from '../../parts/menu-list';
import { Segments } from '../../parts/tabs';
import { kindText } from '../../sent/kinds';
import { toast } from '../../parts/toast-store';
import { useMedia } from '../../parts/use-media';
import { addressOf, navigate } from '../../routing/place';
import { unsaved } from '../../routing/unsaved';
import { download, fileNameOf, type Variant } from '../source';
import { duplicateTemplate, removeTemplate } from '../template-changes';
import { ONE_PANE, type Pane, PaneSwitch } from './pane-switch';
import styles from './studio.module.css';
import type { Editing } from './use-editing';
import { studioTexts } from './words';

/** The open dialog of the studio. */
export type Window = 'publish' | 'test' | 'settings' | 'versions' | null;

interface TemplateBarProps {
  readonly editing: Editing;
  readonly variant: Variant;
  readonly mayWrite: boolean;
  readonly isBusy: boolean;
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
  readonly onVariant: (variant: Variant) => void;
  readonly onSave: () => void;
  readonly onOpen: (window: Window) => void;
}

/** The name and state of a template, the previewed email, and the actions. */
export function TemplateBar(props: TemplateBarProps) {
  const { editing, variant, mayWrite, isBusy, pane, onPane, onVariant, onSave, onOpen } = props;
  const t = useWords(studioTexts);
  const { held, source, isChanged, change } = editing;
  const name = source.name ?? '';
  const title = name === '' ? t.unnamed : name;
  const isOnePane = useMedia(ONE_PANE);
  // Where only the email is shown, it gets the row of the name, which the breadcrumb has too.
  const showsText = !isOnePane || pane === 'code';
  const showsEmail = !isOnePane || pane === 'preview';
  const isSaved = !isChanged && held.id !== null;
  useEffect(() => {
    entitle(title);
  }, [title]);
  return (
    <header className={styles.bar}>
      <h1 className="unseen">{title}</h1>
      {showsText && (
        <>
          <input
            className={styles.name}
            aria-label={t.name}
            placeholder={t.unnamed}
            value={name}
            maxLength={255}
            readOnly={!mayWrite}
            spellCheck={false}
            onChange={({ target }) => change({ name: target.value === '' ? null : target.value })}
          />
          <State editing={editing} mayWrite={mayWrite} />
        </>
      )}
      {showsEmail && <VariantSwitch variant={variant} onVariant={onVariant} />}
      <div className={styles.acts}>
        {isOnePane && <PaneSwitch pane={pane} onPane={onPane} />}
        {mayWrite && (
          <>
            {isOnePane ? (
              <>
                <IconButton
                  label={t.saveDraft}
                  icon={<Save aria-hidden />}
                  isPending={isBusy}
                  isDisabled={isSaved}
                  onPress={onSave}
                />
                <IconButton label={t.sendTest} icon={<Send aria-hidden />} onPress={() => onOpen('test')} />
              </>
            ) : (
              <>
                <Button onPress={onSave} isPending={isBusy} isDisabled={isSaved}>
                  {t.saveDraft}
                </Button>
                <Button icon={<Send aria-hidden />} onPress={() => onOpen('test')}>
                  {t.sendTest}
                </Button>
              </>
            )}
            <Button tone="primary" isDisabled={isBusy} onPress={() => onOpen('publish')}>
              {t.publish}
            </Button>
          </>
        )}
        <MoreMenu editing={editing} mayWrite={mayWrite} onOpen={onOpen} />
      </div>
    </header>
  );
}

function VariantSwitch({ variant, onVariant }: Pick<TemplateBarProps, 'variant' | 'onVariant'>) {
  const t = useWords(studioTexts);
  return (
    <div className={styles.middle}>
      <Segments
        label={t.kind}
        value={variant.kind}
        options={emailKinds.map((kind) => [kind, kindText(kind)] as const)}
        onChange={(kind) => onVariant({ ...variant, kind })}
      />
      <Segments
        label={t.language}
        value={variant.language}
        options={[
          ['en', 'EN'],
          ['sv', 'SV'],
        ]}
        onChange={(language) => onVariant({ ...variant, language })}
      />
    </div>
  );
}

function State({ editing, mayWrite }: Pick<TemplateBarProps, 'editing' | 'mayWrite'>) {
  const t = useWords(studioTexts);
  const { held, isChanged } = editing;
  if (!mayWrite) return <Badge tone="off">{t.readOnly}</Badge>;
  if (held.id === null) return <Badge tone="off">{t.notSaved}</Badge>;
  if (isChanged) return <Badge tone="wait">{t.changed}</Badge>;
  return held.draftTag === null ? (
    <Badge tone="good">{t.published}</Badge>
  ) : (
    <Badge tone="held">{t.draft}</Badge>
  );
}

function MoreMenu({ editing, mayWrite, onOpen }: Pick<TemplateBarProps, 'editing' | 'mayWrite' | 'onOpen'>) {
  const t = useWords(studioTexts);
  const { held, source } = editing;
  const { id } = held;
  const name = source.name ?? t.unnamed;
  const discard = async () => {
    const question = { title: t.discardTitle, text: t.discardText, action: t.discard, isDangerous: true };
    if (!(await confirmed(question))) return;
    await editing.discard().then(() => toast.info(t.discarded), toast.warn);
  };
  const remove = async () => {
    if (id === null || !unsaved.mayLeave()) return;
    await removeTemplate(id, name).then(() => navigate(addressOf(['templates'])), toast.warn);
  };
  const duplicate = async () => {
    if (!unsaved.mayLeave()) return;
    await duplicateTemplate(source, name).then(
      (made) => navigate(addressOf(['templates', made.id])),
      toast.warn,
    );
  };
  const entries: (MenuEntry | false)[] = [
    id !== null && {
      id: 'versions',
      label: t.versions,
      icon: <History aria-hidden />,
      act: () => onOpen('versions'),
    },
    mayWrite && {
      id: 'settings',
      label: t.settings,
      icon: <Settings2 aria-hidden />,
      act: () => onOpen('settings'),
    },
    {
      id: 'export',
      label: t.export,
      icon: <Download aria-hidden />,
      act: () => download(fileNameOf(source), source.data),
    },
    mayWrite &&
      id !== null && {
        id: 'duplicate',
        label: t.duplicate,
        icon: <Copy aria-hidden />,
        act: () => void duplicate(),
      },
    mayWrite &&
      held.draftTag !== null && {
        id: 'discard',
        label: t.discard,
        icon: <Undo2 aria-hidden />,
        isDangerous: true,
        act: () => void discard(),
      },
    mayWrite &&
      id !== null && {
        id: 'remove',
        label: t.remove,
        icon: <Trash2 aria-hidden />,
        isDangerous: true,
        act: () => void remove(),
      },
  ];
  return (
    <Menu
      label={t.more}
      icon={<EllipsisVertical aria-hidden />}
      entries={() => entries.filter((entry) => entry !== false)}
    />
  );
}
