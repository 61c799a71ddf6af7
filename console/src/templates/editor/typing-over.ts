import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection by the typed text. Chrome itself would give that the look of the selected text with an inline
 * style, which the page's policy refuses.
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
