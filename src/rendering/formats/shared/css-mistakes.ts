/** About two tenths of a second, and far more than any real style sheet needs. */
const MAX_READ = 30_000_000;

/**
 * Limits the mistakes in a CSS text. For each mistake, css-tree reads all of the text, so that a long text of mistakes
 * would take minutes.
 * @returns a function to be called for each mistake
 */
export function limitedMistakes(css: string, refuse: () => never): () => void {
  let read = 0;
  return () => {
    read += css.length;
    if (read > MAX_READ) refuse();
  };
}
