import type { ProcessReport, Topic, ToProcess, ToSupervisor } from '../shared/domain/process-messages.js';
import { EndedMetrics } from './domain/ended-metrics.js';

/** Longer than a process takes to notice that its database does not answer. */
const REPLY_TIMEOUT_MS = 4_000;

interface Member {
  readonly send: (message: ToProcess) => void;
  /** True while the process is stopping. Its metrics still count, but requests go to other processes. */
  isLeaving: boolean;
  /** The metrics in its last report. */
  metrics: ProcessReport['metrics'];
}

interface OpenQuery {
  readonly waitingFor: Set<number>;
  readonly reports: ProcessReport[];
  readonly close: () => void;
}

/** Runs in the supervisor. Sends the query of one process to all of them, and their replies back to it. */
export class QueryRelay {
  private readonly members = new Map<number, Member>();
  private readonly open = new Map<number, OpenQuery>();
  private readonly ended = new EndedMetrics();
  private nextNumber = 0;

  constructor(private readonly replyTimeoutMs = REPLY_TIMEOUT_MS) {}

  /** Sends the process all queries from now on. */
  join(pid: number, send: (message: ToProcess) => void): void {
    this.members.set(pid, { send, isLeaving: false, metrics: [] });
  }

  /** Call it when the process has been told to stop. */
  leave(pid: number): void {
    const member = this.members.get(pid);
    if (member !== undefined) member.isLeaving = true;
  }

  /** Call it when the process has ended. Its counters stay in the sum. */
  remove(pid: number): void {
    this.ended.add(this.members.get(pid)?.metrics ?? []);
    this.members.delete(pid);
    for (const query of this.open.values()) this.replied(query, pid);
  }

  receive(pid: number, message: ToSupervisor): void {
    const member = this.members.get(pid);
    if (member === undefined) return;
    if (message.livery === 'query') this.forward(member, message.number, message.topic);
    else if (message.livery === 'finalMetrics') member.metrics = message.metrics;
    else if (message.livery === 'reply') this.collect(pid, member, message.number, message.report);
  }

  private forward(asker: Member, askersNumber: number, topic: Topic): void {
    const asked = [...this.members].filter(([, { isLeaving }]) => topic === 'metrics' || !isLeaving);
    const number = this.nextNumber++;
    const query: OpenQuery = {
      waitingFor: new Set(asked.map(([pid]) => pid)),
      reports: [],
      close: () => {
        clearTimeout(timer);
        this.open.delete(number);
        const reports = topic === 'metrics' ? this.latestMetrics : query.reports;
        asker.send({
          livery: 'replies',
          number: askersNumber,
          reports,
          missingReplies: query.waitingFor.size,
        });
      },
    };
    const timer = setTimeout(query.close, this.replyTimeoutMs);
    this.open.set(number, query);
    for (const [, { send }] of asked) send({ livery: 'query', number, topic });
    if (asked.length === 0) query.close();
  }

  private collect(pid: number, member: Member, number: number, report: ProcessReport): void {
    if (report.metrics.length > 0) member.metrics = report.metrics;
    const query = this.open.get(number);
    if (query === undefined) return;
    query.reports.push(report);
    this.replied(query, pid);
  }

  private replied({ waitingFor, close }: OpenQuery, pid: number): void {
    if (waitingFor.delete(pid) && waitingFor.size === 0) close();
  }

  /** The last metrics of each process, including silent ones, and the counters of processes that have ended. */
  private get latestMetrics(): ProcessReport[] {
    const known = [...this.members.values()].map(({ metrics }) => metrics);
    return [...known, this.ended.metrics].map((metrics) => ({ metrics, missing: [] }));
  }
}
