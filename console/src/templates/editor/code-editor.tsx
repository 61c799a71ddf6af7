import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { TemplateProblem } from '../problems';
import { createEditor, type Editor, type EditorLanguage } from './create-editor';
import styles from './code-editor.module.css';
import type { Known } from './known';

export interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  readonly language: EditorLanguage;
  readonly isReadOnly?: boolean;
  readonly known?: Known;
  readonly problems?: readonly TemplateProblem[];
  readonly onChange: (text: string) => void;
  readonly ref?: Ref<Editor>;
}

const NOTHING: Known = { variables: [], helpers: [], snippets: [] };

/** A text editor. What is given as `text` replaces what is written when it differs. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, text, language, isReadOnly = false, known = NOTHING, problems, onChange, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  }, [onChange]);
  useImperativeHandle(ref, () => handleOf(editor), []);
  useEffect(() => {
    if (host.current === null) return;
    const made = createEditor({
      host: host.current,
      text,
      language,
      label,
      isReadOnly,
      known,
      onChange: (next) => changed.current(next),
    });
    editor.current = made;
    return () => {
      made.destroy();
      editor.current = null;
    };
    // What changes later is brought in by the effects below.
  }, [label, isReadOnly]);
  useEffect(() => editor.current?.replace(text), [text]);
  useEffect(() => editor.current?.know(known, language), [known, language]);
  useEffect(() => editor.current?.show(problems ?? []), [problems]);
  return <div ref={host} className={styles.host} />;
}

/** The editor by whatever it is at the time: it is made after its handle. */
function handleOf(editor: { readonly current: Editor | null }): Editor {
  const of = (): Editor => {
    if (editor.current === null) throw new Error('The editor is not shown.');
    return editor.current;
  };
  return {
    get view() {
      return of().view;
    },
    replace: (text) => of().replace(text),
    insert: (text) => of().insert(text),
    apply: (edits) => of().apply(edits),
    goTo: (line, column) => of().goTo(line, column),
    show: (problems) => of().show(problems),
    nextProblem: () => of().nextProblem(),
    format: () => of().format(),
    know: (known, language) => of().know(known, language),
    destroy: () => of().destroy(),
  };
}
