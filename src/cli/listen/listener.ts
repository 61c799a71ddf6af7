import { setTimeout as delay } from 'node:timers/promises';
import { CommandFailed } from '../failure.js';
import { forward, type Forwarded, type StreamedEvent } from './forwarding.js';
import { ServerSentEvents } from './server-sent-events.js';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
/** The connection is dead if four heartbeats, one every 15 s, are missing. */
const SILENCE_MS = 60_000;

/** The stream to read and the target of its events. */
export interface ListenOptions {
  /** The address of the service. */
  readonly service: URL;
  readonly key: string;
  /** The event types; all if empty. */
  readonly types: ReadonlySet<string>;
  readonly target: URL;
  readonly secret: string;
}

/** Called with the events and states of a listener. */
export interface Audience {
  forwarded(forwarded: Forwarded): void;
  /** Called with a message about the listener itself, such as a lost connection. */
  noted(note: string): void;
}

/*
 * Reads the stream of events of a partner and forwards them, one after the other.
 *
 *   connected   events arrive; the place in the stream advances when one has been forwarded
 *   lost        the connection broke, or nothing arrived for a minute: connect again at that place, after a delay that
 *               grows
 *   refused     no later request would succeed: the key is not valid, or the service has no such route
 */

/** See the top of this file. */
export class Listener {
  private readonly events = new ServerSentEvents();
  private delayMs = FIRST_DELAY_MS;

  constructor(
    private readonly options: ListenOptions,
    private readonly audience: Audience,
    private readonly ended: AbortSignal,
  ) {}

  /** Resolves once the listener has been ended. @throws CommandFailed if the service refuses the stream */
  async run(): Promise<void> {
    while (!this.ended.aborted) {
      const reason = await this.listen().catch((error: unknown) => {
        if (error instanceof CommandFailed) throw error;
        return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      });
      if (this.isEnded()) return;
      const waitMs = this.events.retryMs ?? this.delayMs;
      this.events.retryMs = undefined;
      this.delayMs = Math.min(2 * this.delayMs, MAX_DELAY_MS);
      this.audience.noted(`The stream ended (${reason}); trying again in ${waitMs / 1_000} s.`);
      await delay(waitMs, undefined, { signal: this.ended }).catch(() => undefined);
    }
  }

  /** One connection. Resolves with the reason of its end. */
  private async listen(): Promise<string> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('nothing arrived for a minute')), SILENCE_MS);
    try {
      const answer = await this.connect(AbortSignal.any([this.ended, silence.signal]));
      if (answer.status !== 200 || answer.body === null) return await refusalOf(answer, this.options.service);
      this.delayMs = FIRST_DELAY_MS;
      if (this.events.lastId === undefined) this.audience.noted('Connected.');
      else this.audience.noted('Connected again.');
      for await (const { event, data } of this.events.of(heard(answer.body, timer))) {
        if (this.ended.aborted) break;
        if (event === 'reset')
          this.audience.noted('Some events were missed here. GET /partner/event lists all events.');
        else await this.forward(JSON.parse(data));
        timer.refresh();
      }
      return 'by the service';
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  private connect(signal: AbortSignal): Promise<Response> {
    const { service, key } = this.options;
    const { lastId } = this.events;
    return fetch(new URL('/partner/stream?of=event', service), {
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'text/event-stream',
        ...(lastId !== undefined && { 'last-event-id': lastId }),
      },
      signal,
    });
  }

  private async forward(event: StreamedEvent): Promise<void> {
    const { types, target, secret } = this.options;
    if (types.size > 0 && !types.has(event.type)) return;
    const forwarded = await forward(event, target, secret, this.ended);
    if (!this.ended.aborted) this.audience.forwarded(forwarded);
  }

  /** Reads the flag in a function, because TypeScript assumes that it does not change during a wait. */
  private isEnded(): boolean {
    return this.ended.aborted;
  }
}

async function* heard(chunks: AsyncIterable<Uint8Array>, timer: NodeJS.Timeout): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    timer.refresh();
    yield chunk;
  }
}

/** The reason for a temporary refusal. @throws CommandFailed for a permanent one */
async function refusalOf(answer: Response, service: URL): Promise<string> {
  const { status } = answer;
  const content: unknown = await answer.json().catch(() => null);
  const detail =
    typeof content === 'object' && content !== null && 'detail' in content ? String(content.detail) : '';
  if (status === 429 || status >= 500) return `${status} ${detail}`.trim();
  if (status === 401) throw new CommandFailed('The API key is not valid.');
  throw new CommandFailed(
    `The service at ${service.origin} answers ${status}. ${detail || 'Is this Livery?'}`,
  );
}
