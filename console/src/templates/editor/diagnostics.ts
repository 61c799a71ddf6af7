import { type Diagnostic, forEachDiagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { currentLanguage } from '../../i18n/language';
import { fixesFor } from '../fixes';
import { problemIn } from '../problem-words/problem-words';
import { type Edit, endOf, offsetOf, type TemplateProblem } from '../problems';

/** Selects the next or the previous problem, and continues at the other end of the text. */
export function toProblem(view: EditorView, by: 1 | -1): boolean {
  const places: { readonly from: number; readonly to: number }[] = [];
  forEachDiagnostic(view.state, (_, from, to) => places.push({ from, to }));
  const order = places.sort((one, other) => by * (one.from - other.from));
  const { from } = view.state.selection.main;
  const next = order.find((place) => by * (place.from - from) > 0) ?? order[0];
  if (next === undefined) return false;
  const effects = EditorView.scrollIntoView(next.from, { y: 'center' });
  view.dispatch({ selection: { anchor: next.from, head: next.to }, effects });
  return true;
}

/** The problems for the editor, with their quick fixes. Those within snippets have no place in the text. */
export function diagnosticsOf(
  text: string,
  problems: readonly TemplateProblem[],
  change: (edits: readonly Edit[]) => void,
): readonly Diagnostic[] {
  return problems
    .filter(({ snippet }) => snippet === null)
    .map((problem) => {
      const { line, column, severity } = problem;
      const message = problemIn(currentLanguage(), problem.message);
      const from = Math.min(offsetOf(text, line, column), Math.max(0, text.length - 1));
      const actions = fixesFor(text, problem).map(({ label, edits }) => ({
        name: label,
        apply: () => change(edits),
      }));
      return { from, to: endOf(text, from), severity, message, actions };
    });
}
