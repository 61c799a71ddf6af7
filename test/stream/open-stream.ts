import { TestApp } from '../support/app.js';
import type { Json } from '../support/app.js';
import { eventually } from '../delivery/deliveries.js';

/** A message of a stream. */
export interface Message {
  readonly event: string;
  /** The id of this message, or the last one before it. */
  readonly id: string;
  readonly data: Json;
}

interface StreamOptions {
  readonly of?: string;
  readonly lastId?: string;
}

/** A stream that a test reads. */
export class OpenStream {
  readonly messages: Message[] = [];
  /** The delay before a reconnection that the service asked for, in milliseconds. */
  retry: number | undefined;
  hasEnded = false;
  /** The last id, of a message or a heartbeat. */
  lastId = '';
  heartbeats = 0;

  private constructor(
    readonly answer: Response,
    private readonly connection: AbortController,
  ) {}

  /** Opens a stream. Resolves when its head has arrived. */
  static async of(
    { url }: TestApp,
    key: string,
    { of = 'event,delivery,email', lastId }: StreamOptions = {},
  ): Promise<OpenStream> {
    const connection = new AbortController();
    const answer = await fetch(`${url}/partner/stream?of=${of}`, {
      headers: { authorization: `Bearer ${key}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      signal: connection.signal,
    });
    const stream = new OpenStream(answer, connection);
    if (answer.status === 200) void stream.read().catch(() => (stream.hasEnded = true));
    return stream;
  }

  /** The messages, once they are as expected. */
  until(isThere: (messages: readonly Message[]) => boolean): Promise<readonly Message[]> {
    return eventually(async () => this.messages, isThere);
  }

  /** Resolves when the service has ended it. */
  async ended(): Promise<void> {
    await eventually(
      async () => this.hasEnded,
      (hasEnded) => hasEnded,
    );
  }

  close(): void {
    this.connection.abort();
  }

  private async read(): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.answer.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.take(block);
    }
    this.hasEnded = true;
  }

  private take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    );
    if (fields.has('')) this.heartbeats += 1;
    this.lastId = fields.get('id') ?? this.lastId;
    if (fields.has('retry')) this.retry = Number(fields.get('retry'));
    const data = fields.get('data');
    if (data === undefined) return;
    this.messages.push({ event: fields.get('event') ?? '', id: this.lastId, data: JSON.parse(data) });
  }
}
