/** Texts of a stream of server-sent events (WHATWG HTML, section 9.2). None of the values contains a line break. */

/** The field whose value a reconnecting reader sends in `Last-Event-ID`. */
export function idField(id: string): string {
  return `id: ${id}\n`;
}

/** The part of a message after its id, with the data as JSON. */
export function messageBody(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A message without an event, of which readers only note the id. */
export function heartbeat(id: string): string {
  return `: heartbeat\n${idField(id)}\n`;
}

/** Asks the reader to wait this many milliseconds before it reconnects. */
export function retryAfter(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}
