import type { MetricSnapshot, ToProcess } from '../shared/domain/process-messages.js';
import { QueryRelay } from './query-relay.js';

const counter = (value: number): MetricSnapshot => ({
  name: 'things_total',
  help: 'Things.',
  type: 'counter',
  aggregator: 'sum',
  values: [{ value, labels: { kind: 'a' } }],
});

const gauge: MetricSnapshot = { ...counter(5), name: 'things', type: 'gauge' };

/** A relay with processes 1 and 2, and the messages sent to them. */
function relay(replyTimeoutMs?: number) {
  const queries = new QueryRelay(replyTimeoutMs);
  const told: Record<number, ToProcess[]> = { 1: [], 2: [] };
  for (const pid of [1, 2]) queries.join(pid, (message) => told[pid]!.push(message));
  const ask = (topic: 'metrics' | 'readiness') => queries.receive(1, { livery: 'query', number: 7, topic });
  const answer = (pid: number, report: { metrics?: MetricSnapshot[]; missing?: string[] }) => {
    const number = told[pid]!.findLast(({ livery }) => livery === 'query');
    if (number?.livery !== 'query') throw new Error('It was not asked.');
    queries.receive(pid, {
      livery: 'reply',
      number: number.number,
      report: { metrics: [], missing: [], ...report },
    });
  };
  const sum = () => {
    const last = told[1]!.at(-1);
    if (last?.livery !== 'replies') throw new Error('No replies have arrived.');
    return last.reports
      .flatMap(({ metrics }) => metrics)
      .filter(({ name }) => name === 'things_total')
      .reduce((all, { values }) => all + values[0]!.value, 0);
  };
  return { queries, told, ask, answer, sum };
}

describe('QueryRelay', () => {
  it('sends a query to all processes, and their replies back once all have replied', () => {
    const { told, ask, answer } = relay();
    ask('readiness');
    answer(2, { missing: ['worker'] });
    expect(told[1]).toHaveLength(1);
    answer(1, {});
    expect(told[1]!.at(-1)).toEqual({
      livery: 'replies',
      number: 7,
      reports: [
        { metrics: [], missing: ['worker'] },
        { metrics: [], missing: [] },
      ],
      missingReplies: 0,
    });
  });

  it('does not ask a leaving process for its readiness', () => {
    const { queries, told, ask, answer } = relay();
    queries.leave(2);
    ask('readiness');
    answer(1, {});
    expect(told[2]).toEqual([]);
    expect(told[1]!.at(-1)).toMatchObject({ missingReplies: 0 });
  });

  it('gives the number of processes that have not answered in time', async () => {
    const { told, ask, answer } = relay(10);
    ask('readiness');
    answer(1, {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told[1]!.at(-1)).toMatchObject({ livery: 'replies', missingReplies: 1 });
  });

  it('keeps the counters of an ended process, from its last reply or its final metrics, and drops its gauges', () => {
    const { queries, told, ask, answer, sum } = relay();
    ask('metrics');
    answer(1, { metrics: [counter(10)] });
    answer(2, { metrics: [counter(3), gauge] });
    expect(sum()).toBe(13);
    queries.remove(2);
    queries.join(3, () => undefined);
    queries.receive(3, { livery: 'finalMetrics', metrics: [counter(4)] });
    queries.remove(3);
    ask('metrics');
    answer(1, { metrics: [counter(11)] });
    expect(sum()).toBe(18);
    expect(JSON.stringify(told[1]!.at(-1))).not.toContain('"gauge"');
  });

  it('counts a process once if it answers and ends before the others have answered', () => {
    const { queries, ask, answer, sum } = relay();
    ask('metrics');
    answer(2, { metrics: [counter(3)] });
    queries.remove(2);
    answer(1, { metrics: [counter(10)] });
    expect(sum()).toBe(13);
  });
});
