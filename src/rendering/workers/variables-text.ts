type Values = Readonly<Record<string, unknown>>;

/** Caches texts, because an email's subject, sender's name and body are rendered with the same values. */
const texts = new WeakMap<Values, string>();

/**
 * Serialises values for a render thread. Copying the objects of a large document to a thread takes the main thread
 * three times as long.
 */
export function variablesText(variables: Values): string {
  const known = texts.get(variables);
  if (known !== undefined) return known;
  const text = JSON.stringify(variables);
  texts.set(variables, text);
  return text;
}

/** Reverses `variablesText`, in the thread. */
export function variablesIn(text: string): Values {
  return JSON.parse(text) as Values;
}
