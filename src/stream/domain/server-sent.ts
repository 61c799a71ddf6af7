/** Texts of a stream of server-sent events (WHATWG HTML, section 9.2). None of the values contains a line break. */

/** The field that a reader names in `Last-Event-ID` when it comes back. */
export function idField(id: string): string {
  return `id: ${id}\n`;
}

/** The rest of a message after its id; the data is sent as JSON. */
export function messageBody(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A message without an event: readers only note the id. */
export function heartbeat(id: string): string {
  return `: heartbeat\n${idField(id)}\n`;
}

/** Asks the reader to come back after this many milliseconds. */
export function retryAfter(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}
