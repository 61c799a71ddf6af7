import { AlignLeft, PanelBottomClose, PanelBottomOpen, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWords, words } from '../../i18n/words';
import { IconButton } from '../../parts/button';
import { useMedia } from '../../parts/use-media';
import type { EditorHandle } from '../editor/code-editor';
import { editorTexts } from '../editor/editor-words';
import { CodeEditor } from '../editor/lazy';
import type { Known } from '../editor/known';
import type { LiveRender } from '../live-render';
import type { Edit, TemplateProblem } from '../problems';
import type { Source, Variant } from '../source';
import { editorLanguageOf } from '../template-names';
import { LeftPanel } from './left-panel';
import type { Pane } from './pane-switch';
import { type Look, PreviewPanel } from './preview-panel';
import { ProblemList } from './problem-list';
import { SampleData } from './sample-data';
import type { Sample } from './use-sample';
import styles from './workbench.module.css';
import { studioTexts } from './words';
import { type Bottom, WorkbenchTabs } from './workbench-tabs';

interface WorkbenchProps {
  readonly text: string;
  readonly type: Source['type'];
  readonly isReadOnly: boolean;
  readonly known: Known;
  readonly live: LiveRender;
  /** The problems of the text itself. The preview may have more. */
  readonly problems: readonly TemplateProblem[];
  readonly sample: Sample;
  readonly subject: string;
  /** The whole template, for the preview of every kind and language; null for a snippet. */
  readonly source: Source | null;
  readonly onVariant: (variant: Variant) => void;
  /** The visible part if there is no room for both. */
  readonly pane: Pane;
  readonly onPane: (pane: Pane) => void;
  readonly onText: (text: string) => void;
  readonly onSave: () => void;
}

/** Widths at which the variables cover the text, as in workbench.module.css. */
const OVERLAY = '(max-width: 1199px)';
const PHONE = '(max-width: 767px)';
const NARROWEST = 0.2;
const WIDEST = 0.7;
const STEP = 0.02;

/** Variables on the left, the text in the middle, the email on the right, and problems at the bottom. */
export function Workbench(props: WorkbenchProps) {
  const { text, type, isReadOnly, known, live, problems, sample, pane, onPane, onText, onSave } = props;
  const t = useWords(studioTexts);
  const editor = useRef<EditorHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isOverlay = useMedia(OVERLAY);
  const [isLeftOpen, setLeftOpen] = useState(() => !matchMedia(OVERLAY).matches);
  const [bottom, setBottom] = useState<Bottom>(() => (matchMedia(PHONE).matches ? null : 'problems'));
  const [look, setLook] = useState<Look>(() => (matchMedia(PHONE).matches ? 'phone' : 'desktop'));
  const [share, setShare] = useState(0.47);
  const order = useMemo(
    () =>
      problems.toSorted(
        (one, other) => rank(one) - rank(other) || one.line - other.line || one.column - other.column,
      ),
    [problems],
  );
  const goTo = ({ snippet, line, column }: TemplateProblem) => {
    if (snippet !== null) return;
    onPane('code');
    requestAnimationFrame(() => editor.current?.goTo(line, column));
  };
  const fix = (edits: readonly Edit[]) => {
    onPane('code');
    requestAnimationFrame(() => editor.current?.apply(edits));
  };
  /** Closes the panel if it covers the chosen place. */
  const uncover = () => {
    if (isOverlay) setLeftOpen(false);
  };
  const save = useRef(onSave);
  useLayoutEffect(() => {
    save.current = onSave;
  }, [onSave]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      if (isSave && !event.defaultPrevented) {
        event.preventDefault();
        // In a task of its own, so that a letter typed just before is part of what is saved.
        setTimeout(() => save.current());
      }
      if (event.key === 'F8' && !event.defaultPrevented) {
        event.preventDefault();
        editor.current?.nextProblem();
      }
      if (event.key === 'Escape' && !event.defaultPrevented && isOverlay) setLeftOpen(false);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOverlay]);
  const widen = (to: number) => setShare(Math.min(WIDEST, Math.max(NARROWEST, to)));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (frame.current === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { right, width } = frame.current.getBoundingClientRect();
    widen((right - event.clientX) / width);
  };
  return (
    <div
      ref={frame}
      className={styles.bench}
      data-left={isLeftOpen}
      data-pane={pane}
      data-bottom={bottom !== null}
    >
      <div
        className={styles.main}
        style={{ gridTemplateColumns: columnsOf(isLeftOpen && !isOverlay, share) }}
      >
        {isLeftOpen && (
          <div className={styles.left}>
            <LeftPanel
              known={known}
              text={text}
              type={type}
              onInsert={
                isReadOnly
                  ? null
                  : (what) => {
                      uncover();
                      editor.current?.insert(what);
                    }
              }
              onLine={(line) => {
                uncover();
                editor.current?.goTo(line, 1);
              }}
            />
          </div>
        )}
        <section className={styles.code} aria-label={t.source}>
          <CodeEditor
            ref={editor}
            label={t.source}
            text={text}
            language={editorLanguageOf(type)}
            isReadOnly={isReadOnly}
            known={known}
            problems={order}
            onChange={onText}
          />
        </section>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
        <div
          className={styles.edge}
          role="separator"
          aria-orientation="vertical"
          aria-label={t.resize}
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={NARROWEST * 100}
          aria-valuemax={WIDEST * 100}
          tabIndex={0}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') widen(share + STEP);
            if (key === 'ArrowRight') widen(share - STEP);
          }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
        <div className={styles.preview}>
          <PreviewPanel
            live={live}
            look={look}
            onLook={setLook}
            subject={props.subject}
            source={props.source}
            onVariant={props.onVariant}
          />
        </div>
      </div>
      <section className={styles.bottom} aria-label={t.problems}>
        <div className={styles.bottomHead}>
          <IconButton
            label={isLeftOpen ? t.hidePanel : t.showPanel}
            icon={isLeftOpen ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
            onPress={() => setLeftOpen(!isLeftOpen)}
          />
          <WorkbenchTabs problems={problems} isOwnSample={sample.isOwn} open={bottom} onOpen={setBottom} />
          <p className={styles.leave}>{words(editorTexts).leave}</p>
          {!isReadOnly && (
            <IconButton
              label={t.format}
              icon={<AlignLeft aria-hidden />}
              onPress={() => editor.current?.format()}
            />
          )}
          <IconButton
            label={bottom === null ? t.showBottom : t.hideBottom}
            icon={bottom === null ? <PanelBottomOpen aria-hidden /> : <PanelBottomClose aria-hidden />}
            onPress={() => setBottom(bottom === null ? 'problems' : null)}
          />
        </div>
        {bottom === 'problems' && (
          <ProblemList
            text={text}
            isChecked={live.isChecked}
            problems={order}
            onGo={goTo}
            onFix={isReadOnly ? null : fix}
          />
        )}
        {bottom === 'sampleData' && (
          <SampleData
            text={sample.text}
            isValid={sample.isValid}
            values={sample.values}
            onChange={sample.change}
            onReset={sample.reset}
          />
        )}
      </section>
      <p className="unseen" role="status">
        {live.isWorking || !live.isChecked ? '' : problems.length === 0 ? t.noProblems : ''}
      </p>
    </div>
  );
}

function rank({ severity }: TemplateProblem): number {
  return severity === 'error' ? 0 : 1;
}

function columnsOf(isLeftOpen: boolean, share: number): string {
  return `${isLeftOpen ? '264px ' : ''}minmax(0, ${1 - share}fr) 5px minmax(0, ${share}fr)`;
}
