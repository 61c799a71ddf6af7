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
  /** Called with true when the text can be edited, and with false before a new editor is created. */
  readonly onMade: (isMade: boolean) => void;
  readonly ref?: Ref<EditorHandle>;
}

/** The actions of an editor for other parts. */
export type EditorHandle = Pick<Editor, 'insert' | 'apply' | 'goTo' | 'nextProblem' | 'format'>;

const NOTHING: Known = { variables: [], helpers: [], snippets: [] };
const NONE: readonly TemplateProblem[] = [];

/** A text editor. If `text` differs from its content, it replaces that. */
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
    // In a separate task, because it takes long and input comes first.
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
    // The effects below apply later changes.
  }, [label, isReadOnly, onMade]);
  // A later effect could run after the next key, and replace its text by the one before.
  useLayoutEffect(() => editor.current?.replace(text), [text]);
  useEffect(() => editor.current?.know(known, language), [known, language]);
  useEffect(() => editor.current?.show(problems), [problems]);
  return <div ref={host} className={styles.host} />;
}

/** Actions on the present editor. It is created after this handle, and until then they do nothing. */
function handleOf(editor: { readonly current: Editor | null }): EditorHandle {
  return {
    insert: (text) => editor.current?.insert(text),
    apply: (edits) => editor.current?.apply(edits),
    goTo: (line, column) => editor.current?.goTo(line, column),
    nextProblem: () => editor.current?.nextProblem(),
    format: () => editor.current?.format(),
  };
}
