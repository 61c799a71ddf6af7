import type { Dispatcher } from 'undici';
import { onDeadline } from '../../shared/deadline.js';
import { codeOf, EgressFailure } from '../../shared/egress/egress-failure.js';
import type { EgressTarget } from '../../shared/egress/egress-guard.js';
import type { Outcome } from '../domain/outcome.js';
import { retryAfterSeconds } from '../domain/retry-after.js';
import type { OutboundRequest } from '../domain/transport.js';
import { AnswerReader } from './answer-reader.js';
import { type Connection, ConnectionGone } from './connection-pool.js';
import { failureOf } from './exchange-failure.js';

/** The most interim answers (1xx) that a receiver may send. */
const MAX_INTERIM_ANSWERS = 20;
const ASKS_FOR_PATIENCE = new Set([429, 503]);

/** Lends connections to exchanges. */
export interface Connections {
  take(target: EgressTarget): Connection | undefined;
  open(target: EgressTarget, partnerId: number, signal: AbortSignal): Promise<Connection>;
  put(connection: Connection): void;
  drop(connection: Connection): void;
}

/** One POST and its outcome, within one deadline. */
export class HttpExchange implements Dispatcher.DispatchHandler {
  private readonly startedAt = performance.now();
  private readonly cancelDeadline: () => void;
  private opening: AbortController | undefined;
  private connection: Connection | undefined;
  private isSettled = false;
  /** True once the first byte of an answer has arrived. Nothing is repeated after that. */
  private isAnswering = false;
  private interimAnswers = 0;
  private status: number | undefined;
  private retryAfter: number | null = null;
  private readonly reader = new AnswerReader();

  constructor(
    private readonly target: EgressTarget,
    private readonly request: OutboundRequest,
    timeoutMs: number,
    private readonly connections: Connections,
    private readonly settled: (outcome: Outcome) => void,
  ) {
    this.cancelDeadline = onDeadline(timeoutMs, () => this.runOutOfTime(timeoutMs));
  }

  /** Starts the exchange. `settled` is called once, later. */
  start(): void {
    const connection = this.connections.take(this.target);
    if (connection === undefined) void this.openAndSend();
    else this.sendOver(connection);
  }

  onRequestStart(): void {
    // Required by the client's interface. The connection is already known.
  }

  onResponseStarted(): void {
    this.isAnswering = true;
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      this.interimAnswers += 1;
      if (this.interimAnswers <= MAX_INTERIM_ANSWERS) return;
      this.fail(new EgressFailure('protocol', 'too many interim answers'));
      return;
    }
    this.status = status;
    const asked = headers['retry-after'];
    if (ASKS_FOR_PATIENCE.has(status)) {
      this.retryAfter = retryAfterSeconds(Array.isArray(asked) ? asked[0] : asked, new Date());
    }
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (!this.reader.add(chunk)) this.end(false);
  }

  onResponseEnd(): void {
    const connection = this.connection;
    this.connection = undefined;
    // The client decides only after this call whether the connection stays open.
    if (connection !== undefined) queueMicrotask(() => this.connections.put(connection));
    this.end(true);
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.isSettled) return;
    if (this.status !== undefined) this.end(false);
    else if (this.mayRepeat(error)) this.repeat();
    else this.fail(this.failureOf(error));
  }

  private failureOf(error: Error): EgressFailure {
    const { connection, isAnswering } = this;
    const isCertificateUnproven = connection?.isCertificateUnproven ?? false;
    return failureOf(connection?.causeOf(error) ?? error, { isAnswering, isCertificateUnproven });
  }

  private sendOver(connection: Connection): void {
    this.connection = connection;
    const { headers, body } = this.request;
    connection.send({ path: this.target.path, method: 'POST', headers, body }, this);
  }

  private async openAndSend(): Promise<void> {
    this.opening = new AbortController();
    try {
      const { signal } = this.opening;
      const connection = await this.connections.open(this.target, this.request.partnerId, signal);
      this.opening = undefined;
      if (this.isSettled) this.connections.drop(connection);
      else this.sendOver(connection);
    } catch (error) {
      this.fail(EgressFailure.of('connect', error));
    }
  }

  /** True if a reused connection may have been closed by the server just as the request went out. */
  private mayRepeat(error: Error): boolean {
    if (this.connection?.isReused !== true || this.isAnswering) return false;
    return (
      error instanceof ConnectionGone ||
      ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error) ?? '')
    );
  }

  private repeat(): void {
    this.leaveConnection();
    void this.openAndSend();
  }

  private runOutOfTime(timeoutMs: number): void {
    if (this.status !== undefined) this.end(false);
    else this.fail(new EgressFailure('timeout', `no answer within ${timeoutMs} ms`));
  }

  /** Ends the exchange after the status line has arrived. The body may be incomplete. */
  private end(isWhole: boolean): void {
    const isCut = !isWhole || this.reader.isLonger;
    this.settle({
      kind: 'answered',
      status: this.status ?? 0,
      body: this.reader.text(!isCut),
      truncated: isCut,
      retryAfterSeconds: this.retryAfter,
      durationMs: this.elapsedMs(),
    });
  }

  private fail({ step, message, isLocal }: EgressFailure): void {
    const kind = isLocal ? 'local fault' : 'failed';
    this.settle({ kind, error: step, reason: message, durationMs: this.elapsedMs() });
  }

  private settle(outcome: Outcome): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.cancelDeadline();
    this.opening?.abort();
    this.leaveConnection();
    this.settled(outcome);
  }

  private leaveConnection(): void {
    if (this.connection !== undefined) this.connections.drop(this.connection);
    this.connection = undefined;
  }

  private elapsedMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }
}
