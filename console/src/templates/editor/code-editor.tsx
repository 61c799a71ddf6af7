import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { TemplateProblem } from '../problems';
import { createEditor, type Editor } from './create-editor';
import styles from './code-editor.module.css';
import type { Known } from './known';
import type { EditorLanguage } from './languages';

export interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  readonly language: EditorLanguage;
  readonly isReadOnly?: boolean;
  readonly known?: Known;
  readonly problems?: readonly TemplateProblem[];
  readonly onChange: (text: string) => void;
  /** Called with true when the text can be edited, and with false before another editor is made. */
  readonly onMade: (isMade: boolean) => void;
  readonly ref?: Ref<EditorHandle>;
}

/** What others do with an editor. */
export type EditorHandle = Pick<Editor, 'insert' | 'apply' | 'goTo' | 'nextProblem' | 'format'>;

const NOTHING: Known = { variables: [], helpers: [], snippets: [] };
const NONE: readonly TemplateProblem[] = [];

/** A text editor. What is given as `text` replaces what is written when it differs. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, text, language, isReadOnly = false, known = NOTHING, problems = NONE } = props;
  const { onChange, onMade, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const latest = useRef({ text, language, known, problems, onChange });
  useEffect(() => {
    latest.current = { text, language, known, problems, onChange };
  }, [text, language, known, problems, onChange]);
  useImperativeHandle(ref, () => handleOf(editor), []);
  useEffect(() => {
    // In a task of its own: it takes long, and what was pressed meanwhile comes first.
    const making = setTimeout(() => {
      if (host.current === null) return;
      const { problems: present, ...rest } = latest.current;
      editor.current = createEditor({
        ...rest,
        host: host.current,
        label,
        isReadOnly,
        onChange: (next) => latest.current.onChange(next),
      });
      editor.current.show(present);
      onMade(true);
    });
    return () => {
      clearTimeout(making);
      editor.current?.destroy();
      editor.current = null;
      onMade(false);
    };
    // What changes later is brought in by the effects below.
  }, [label, isReadOnly, onMade]);
  // A later effect could run after the next key, and replace its text by the one before.
  useLayoutEffect(() => editor.current?.replace(text), [text]);
  useEffect(() => editor.current?.know(known, language), [known, language]);
  useEffect(() => editor.current?.show(problems), [problems]);
  return <div ref={host} className={styles.host} />;
}

/** The editor by whatever it is at the time: it is made after its handle, and until then nothing happens. */
function handleOf(editor: { readonly current: Editor | null }): EditorHandle {
  return {
    insert: (text) => editor.current?.insert(text),
    apply: (edits) => editor.current?.apply(edits),
    goTo: (line, column) => editor.current?.goTo(line, column),
    nextProblem: () => editor.current?.nextProblem(),
    format: () => editor.current?.format(),
  };
}
