const QUESTION = 'Leave without saving? Your changes will be lost.';

let isUnsaved = false;

/** Whether something in the view that is shown would be lost. Asks before it is. */
export const unsaved = {
  /**
   * Watches a form. What is written there is unsaved until `settle()`.
   *
   * @param {HTMLFormElement} form
   */
  watch(form) {
    for (const event of ['input', 'change']) form.addEventListener(event, () => (isUnsaved = true));
  },

  settle() {
    isUnsaved = false;
  },

  any() {
    return isUnsaved;
  },

  /** Whether the view may be left; asks where something would be lost. */
  mayLeave() {
    if (isUnsaved && !confirm(QUESTION)) return false;
    isUnsaved = false;
    return true;
  },
};

// The browser asks by itself when the page is closed or loaded again.
addEventListener('beforeunload', (event) => {
  if (isUnsaved) event.preventDefault();
});
