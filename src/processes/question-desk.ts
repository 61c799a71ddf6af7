import type { Account, Topic, ToProcess, ToSupervisor } from '../shared/domain/process-messages.js';
import { EndedCounts } from './domain/ended-counts.js';

/** Longer than a process takes to find out that its database does not answer. */
const PATIENCE_MS = 4_000;

/** A process that can be asked. */
interface Respondent {
  readonly tell: (message: ToProcess) => void;
  /** It counts still, but other processes take its callers. */
  isLeaving: boolean;
  /** Its last known counts: they outlive it. */
  metrics: Account['metrics'];
}

/** A question that was passed on. */
interface Open {
  readonly waitingFor: Set<number>;
  readonly answers: Account[];
  readonly close: () => void;
}

/** Passes the questions of a process on to all that serve, and their answers back. */
export class QuestionDesk {
  private readonly respondents = new Map<number, Respondent>();
  private readonly open = new Map<number, Open>();
  private readonly ended = new EndedCounts();
  private questions = 0;

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  /** From now on the process is asked. */
  joined(pid: number, tell: (message: ToProcess) => void): void {
    this.respondents.set(pid, { tell, isLeaving: false, metrics: [] });
  }

  leaving(pid: number): void {
    const respondent = this.respondents.get(pid);
    if (respondent !== undefined) respondent.isLeaving = true;
  }

  gone(pid: number): void {
    this.ended.add(this.respondents.get(pid)?.metrics ?? []);
    this.respondents.delete(pid);
    for (const question of this.open.values()) this.answered(question, pid);
  }

  hear(pid: number, message: ToSupervisor): void {
    const respondent = this.respondents.get(pid);
    if (respondent === undefined) return;
    if (message.livery === 'question') this.passOn(respondent, message.number, message.topic);
    else if (message.livery === 'farewell') respondent.metrics = message.account.metrics;
    else if (message.livery === 'answer') this.take(pid, respondent, message.number, message.account);
  }

  private passOn(asker: Respondent, askersNumber: number, topic: Topic): void {
    const asked = [...this.respondents].filter(([, { isLeaving }]) => topic === 'metrics' || !isLeaving);
    const number = this.questions++;
    const question: Open = {
      waitingFor: new Set(asked.map(([pid]) => pid)),
      answers: [],
      close: () => {
        clearTimeout(timer);
        this.open.delete(number);
        const accounts = topic === 'metrics' ? this.counts : question.answers;
        asker.tell({ livery: 'answers', number: askersNumber, accounts, silent: question.waitingFor.size });
      },
    };
    const timer = setTimeout(question.close, this.patienceMs);
    this.open.set(number, question);
    for (const [, { tell }] of asked) tell({ livery: 'question', number, topic });
    if (asked.length === 0) question.close();
  }

  private take(pid: number, respondent: Respondent, number: number, account: Account): void {
    if (account.metrics.length > 0) respondent.metrics = account.metrics;
    const question = this.open.get(number);
    if (question === undefined) return;
    question.answers.push(account);
    this.answered(question, pid);
  }

  private answered({ waitingFor, close }: Open, pid: number): void {
    if (waitingFor.delete(pid) && waitingFor.size === 0) close();
  }

  /** The metrics of each process as they were last known, and the counts of those that have ended. */
  private get counts(): Account[] {
    const known = [...this.respondents.values()].map(({ metrics }) => metrics);
    return [...known, this.ended.metrics].map((metrics) => ({ metrics, missing: [] }));
  }
}
