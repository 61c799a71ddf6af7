import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection by what is typed over it. Chrome on its own gives the typed text the look of the selected one, by
 * an inline style, which the page's policy refuses.
 */
export const typingOver: Extension = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data, isComposing }, view) => {
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    if (inputType !== 'insertText' || data === null || isComposing || empty || state.readOnly) return false;
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const isTaken = state.facet(EditorView.inputHandler).some((take) => take(view, from, to, data, insert));
    if (!isTaken) view.dispatch(insert());
    return true;
  },
});
