type Values = Readonly<Record<string, unknown>>;

/** The subject, the sender's name and the body of an email are rendered with the same values. */
const texts = new WeakMap<Values, string>();

/**
 * Values of variables as a render thread takes them: one JSON text. Copying the objects of a large document to a thread
 * takes the main thread three times as long.
 */
export function variablesText(variables: Values): string {
  const known = texts.get(variables);
  if (known !== undefined) return known;
  const text = JSON.stringify(variables);
  texts.set(variables, text);
  return text;
}

/** In the thread: the values again. */
export function variablesIn(text: string): Values {
  return JSON.parse(text) as Values;
}
