import { underKey } from './client';
import { Refusal } from './refusal';

/** The subjects of the stream of changes. */
export type StreamTopic = 'delivery' | 'event' | 'email';

/** The end of a message, and of a line, in `text/event-stream`. */
const MESSAGE_END = /\r\n\r\n|\n\n|\r\r/;
const RETRY_MS = 3000;

/**
 * Follows the stream of changes (`GET /partner/stream`) until `ended`, and continues where it was after an
 * interruption. Calls `onChange` for every message. Rejects if the service has no stream, or none left.
 */
export async function listen(
  topics: readonly StreamTopic[],
  onChange: () => void,
  ended: AbortSignal,
): Promise<void> {
  let lastId: string | null = null;
  const heard = (message: string) => {
    const id = /^id: ?(.*)$/m.exec(message)?.[1];
    if (id !== undefined) lastId = id;
    if (/^data:/m.test(message)) onChange();
  };
  while (!ended.aborted) {
    const headers = new Headers({ accept: 'text/event-stream' });
    if (lastId !== null) headers.set('last-event-id', lastId);
    const request = new Request(`/partner/stream?of=${topics.join(',')}`, { headers, signal: ended });
    try {
      const response = await underKey(request);
      await read(response, heard);
    } catch (error) {
      const isOver = error instanceof Refusal && error.problem.status !== 0 && error.problem.status !== 503;
      if (isOver && !ended.aborted) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function read(response: Response, heard: (message: string) => void): Promise<void> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (rest + value).split(MESSAGE_END);
    rest = messages.pop() ?? '';
    for (const message of messages) heard(message);
  }
}
