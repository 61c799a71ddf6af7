/** A message of a stream of server-sent events. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads a stream of server-sent events in the service's form: each field is one line that ends with LF. */
export class ServerSentEvents {
  /** The id at which to continue the stream; undefined before the first message. */
  lastId: string | undefined;
  /** The delay before reconnecting, in milliseconds; undefined if the stream has not set one. */
  retryMs: number | undefined;

  /** The messages of one connection. */
  async *of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of chunks) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const { id, retry, event, data } = fieldsOf(block);
        if (retry !== undefined) this.retryMs = Number(retry);
        if (event !== undefined && data !== undefined) yield { event, data };
        // Set after the message is handled, so that an unhandled message is sent again.
        this.lastId = id ?? this.lastId;
      }
    }
  }
}

function fieldsOf(block: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    block.split('\n').map((line): [string, string] => {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}
