import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { words } from '../../i18n/words';
import { type Edit, offsetOf, type TemplateProblem } from '../problems';
import { formatted } from '../format-source';
import { diagnosticsOf, toProblem } from './diagnostics';
import { editorTexts } from './editor-words';
import type { Known } from './known';
import type { EditorLanguage } from './languages';
import { theme } from './theme';
import { typingOver } from './typing-over';
import { wrappedLines } from './wrapped-lines';

export interface EditorOptions {
  readonly host: HTMLElement;
  readonly text: string;
  readonly language: EditorLanguage;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly known: Known;
  readonly onChange: (text: string) => void;
}

/** An editor in the page. */
export interface Editor {
  readonly view: EditorView;
  /** Replaces the whole text, which `undo` restores. */
  replace(text: string): void;
  /** Replaces the selection, and places the cursor after it. */
  insert(text: string): void;
  apply(edits: readonly Edit[]): void;
  goTo(line: number, column: number): void;
  show(problems: readonly TemplateProblem[]): void;
  /** Moves to the next problem after the cursor, or from the last to the first. */
  nextProblem(): void;
  format(): void;
  know(known: Known, language: EditorLanguage): void;
  destroy(): void;
}

/** Marks changes from outside, for which `onChange` is not called. */
const fromOutside = Annotation.define<boolean>();

/** Creates an editor in a shadow root, the only place where the page's policy allows its styles. */
export function createEditor(options: EditorOptions): Editor {
  const { host, text, label, isReadOnly, onChange } = options;
  let { known, language } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  root.replaceChildren();
  const languageIs = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        basics(isReadOnly),
        languageIs.of([]),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-description': words(editorTexts).leave,
          spellcheck: 'false',
        }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          const isOwn = transactions.some((one) => one.annotation(fromOutside) === true);
          if (docChanged && !isOwn) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  // The first focusable element of the shadow root gets the focus when it returns.
  view.scrollDOM.addEventListener('focus', () => view.focus());
  let isGone = false;
  const speak = async () => {
    const { languageExtension } = await import('./languages');
    if (isGone) return;
    view.dispatch({ effects: languageIs.reconfigure(languageExtension(language, () => known)) });
  };
  // The text can be edited even if its language cannot be loaded.
  const speakOrNot = () => void speak().catch(() => undefined);
  speakOrNot();
  const change = (edits: readonly Edit[]) => {
    view.dispatch({
      changes: edits.map((edit) => ({ ...edit })),
      scrollIntoView: true,
      userEvent: 'input.fix',
    });
    view.focus();
  };
  const formatAll = () => {
    const before = view.state.doc.toString();
    const after = language === 'json' ? laidOutJson(before) : formatted(before);
    if (after === before) return;
    const line = view.state.doc.lineAt(view.state.selection.main.head).number;
    view.dispatch({ changes: { from: 0, to: before.length, insert: after }, userEvent: 'input.format' });
    const place = view.state.doc.line(Math.min(line, view.state.doc.lines)).to;
    view.dispatch({ selection: { anchor: place }, scrollIntoView: true });
  };
  return {
    view,
    replace: (next) => {
      if (next === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: fromOutside.of(true),
      });
    },
    insert: (next) => {
      const { from, to } = view.state.selection.main;
      view.dispatch({
        changes: { from, to, insert: next },
        selection: { anchor: from + next.length },
        scrollIntoView: true,
        userEvent: 'input.insert',
      });
      view.focus();
    },
    apply: change,
    goTo: (line, column) => {
      const place = offsetOf(view.state.doc.toString(), line, column);
      view.dispatch({
        selection: { anchor: place },
        effects: EditorView.scrollIntoView(place, { y: 'center' }),
      });
      view.focus();
    },
    show: (problems) => {
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc.toString(), problems, change)));
    },
    nextProblem: () => {
      toProblem(view, 1);
      view.focus();
    },
    format: formatAll,
    know: (next, nextLanguage) => {
      known = next;
      if (nextLanguage === language) return;
      language = nextLanguage;
      speakOrNot();
    },
    destroy: () => {
      isGone = true;
      view.destroy();
    },
  };
}

/** The extensions of every editor and comparison. */
export function basics(isReadOnly: boolean): Extension {
  const t = words(editorTexts);
  return [
    theme,
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    codeFolding(),
    foldGutter(),
    drawSelection(),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    typingOver,
    highlightActiveLine(),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    search({ top: true }),
    lintGutter(),
    EditorView.lineWrapping,
    wrappedLines,
    EditorState.readOnly.of(isReadOnly),
    EditorState.phrases.of(t.phrases === '' ? {} : (JSON.parse(t.phrases) as Record<string, string>)),
    Prec.high(
      keymap.of([{ key: 'F8', run: (view) => toProblem(view, 1), shift: (view) => toProblem(view, -1) }]),
    ),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      indentWithTab,
    ]),
  ];
}

function laidOutJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
