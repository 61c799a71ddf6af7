import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import styles from './code-editor.module.css';
import { basics } from './create-editor';
import { coloured, type EditorLanguage } from './languages';

export interface ComparisonProps {
  readonly before: string;
  readonly after: string;
  readonly language: EditorLanguage;
  readonly labels: readonly [before: string, after: string];
  /** Makes the right side editable, with buttons that copy changes from the left. */
  readonly onChange?: (text: string) => void;
}

/** Two texts side by side with their differences. Equal parts are folded. */
export function Comparison({ before, after, language, labels, onChange }: ComparisonProps) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  }, [onChange]);
  const isEditable = onChange !== undefined;
  const [leftLabel, rightLabel] = labels;
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open', delegatesFocus: true });
    const sides = (label: string, isReadOnly: boolean) => [
      basics(isReadOnly),
      coloured(language),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorState.readOnly.of(isReadOnly),
    ];
    const view = new MergeView({
      root,
      parent: root,
      a: { doc: before, extensions: sides(leftLabel, true) },
      b: {
        doc: after,
        extensions: [
          sides(rightLabel, !isEditable),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) changed.current?.(state.doc.toString());
          }),
        ],
      },
      collapseUnchanged: { margin: 3, minSize: 6 },
      ...(isEditable && { revertControls: 'a-to-b' as const }),
    });
    view.dom.style.height = '100%';
    view.dom.style.overflow = 'auto';
    return () => view.destroy();
    // The right side is independent after it is shown.
  }, [before, language, leftLabel, rightLabel, isEditable, isEditable ? null : after]);
  return <div ref={host} className={styles.host} />;
}
