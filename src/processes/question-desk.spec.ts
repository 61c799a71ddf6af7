import type { MetricSnapshot, ToProcess } from '../shared/domain/process-messages.js';
import { QuestionDesk } from './question-desk.js';

const counter = (value: number): MetricSnapshot => ({
  name: 'things_total',
  help: 'Things.',
  type: 'counter',
  aggregator: 'sum',
  values: [{ value, labels: { kind: 'a' } }],
});

const gauge: MetricSnapshot = { ...counter(5), name: 'things', type: 'gauge' };

/** Processes 1 and 2, and what they were told. */
function desk(patienceMs?: number) {
  const questions = new QuestionDesk(patienceMs);
  const told: Record<number, ToProcess[]> = { 1: [], 2: [] };
  for (const pid of [1, 2]) questions.joined(pid, (message) => told[pid]!.push(message));
  const ask = (topic: 'metrics' | 'readiness') => questions.hear(1, { livery: 'question', number: 7, topic });
  const answer = (pid: number, account: { metrics?: MetricSnapshot[]; missing?: string[] }) => {
    const number = told[pid]!.findLast(({ livery }) => livery === 'question');
    if (number?.livery !== 'question') throw new Error('It was not asked.');
    questions.hear(pid, {
      livery: 'answer',
      number: number.number,
      account: { metrics: [], missing: [], ...account },
    });
  };
  const sum = () => {
    const last = told[1]!.at(-1);
    if (last?.livery !== 'answers') throw new Error('It has no answers.');
    return last.accounts
      .flatMap(({ metrics }) => metrics)
      .filter(({ name }) => name === 'things_total')
      .reduce((all, { values }) => all + values[0]!.value, 0);
  };
  return { questions, told, ask, answer, sum };
}

describe('QuestionDesk', () => {
  it('passes a question on to all, and their answers back when it has them all', () => {
    const { told, ask, answer } = desk();
    ask('readiness');
    answer(2, { missing: ['worker'] });
    expect(told[1]).toHaveLength(1);
    answer(1, {});
    expect(told[1]!.at(-1)).toEqual({
      livery: 'answers',
      number: 7,
      accounts: [
        { metrics: [], missing: ['worker'] },
        { metrics: [], missing: [] },
      ],
      silent: 0,
    });
  });

  it('does not ask a process for its readiness that leaves', () => {
    const { questions, told, ask, answer } = desk();
    questions.leaving(2);
    ask('readiness');
    answer(1, {});
    expect(told[2]).toEqual([]);
    expect(told[1]!.at(-1)).toMatchObject({ silent: 0 });
  });

  it('says how many have not answered in time', async () => {
    const { told, ask, answer } = desk(10);
    ask('readiness');
    answer(1, {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told[1]!.at(-1)).toMatchObject({ livery: 'answers', silent: 1 });
  });

  it('keeps what a process had counted when it is gone, by its last answer or its farewell, and no gauge of it', () => {
    const { questions, told, ask, answer, sum } = desk();
    ask('metrics');
    answer(1, { metrics: [counter(10)] });
    answer(2, { metrics: [counter(3), gauge] });
    expect(sum()).toBe(13);
    questions.gone(2);
    questions.joined(3, () => undefined);
    questions.hear(3, { livery: 'farewell', account: { metrics: [counter(4)], missing: [] } });
    questions.gone(3);
    ask('metrics');
    answer(1, { metrics: [counter(11)] });
    expect(sum()).toBe(18);
    expect(JSON.stringify(told[1]!.at(-1))).not.toContain('"gauge"');
  });

  it('counts a process once that answers and is gone before the others have answered', () => {
    const { questions, ask, answer, sum } = desk();
    ask('metrics');
    answer(2, { metrics: [counter(3)] });
    questions.gone(2);
    answer(1, { metrics: [counter(10)] });
    expect(sum()).toBe(13);
  });
});
