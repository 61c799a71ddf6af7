import { Logger } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';
import { Clock } from '../../shared/clock.js';
import { Unavailable } from '../../shared/domain/errors.js';
import { Settings } from '../../shared/settings.js';
import type { BrokerMessage } from '../domain/broker.js';
import type { AcceptedEvent, DocumentEvent } from '../domain/event.js';
import { EventJournal } from '../domain/event-journal.js';
import { EventSourceMetrics } from './event-source.metrics.js';
import { MessageIntake } from './message-intake.js';

/** A journal in memory, which can refuse. */
class TestJournal extends EventJournal {
  readonly groups: string[][] = [];
  readonly faults: Error[] = [];
  /** Events that the journal cannot write. */
  readonly poisonous = new Set<string>();

  override async accept(events: readonly DocumentEvent[]): Promise<AcceptedEvent[]> {
    const keys = events.map(({ key }) => key ?? '');
    const fault = this.faults.shift();
    if (fault !== undefined) throw fault;
    if (keys.some((key) => this.poisonous.has(key))) throw new TypeError('A fault of ours.');
    this.groups.push(keys);
    return keys.map((id) => ({ id, duplicate: false, deliveries: 0, emails: 0 }));
  }
}

function message(stream: string, ...ids: readonly string[]): BrokerMessage {
  const events = ids.map((id) => ({ id, type: 'document.accepted', typeId: 'd', companyId: 1, data: {} }));
  return { body: Buffer.from(JSON.stringify(events)), stream, place: ids.join(), identity: null, key: null };
}

describe('The intake of messages', () => {
  let journal: TestJournal;
  let intake: MessageIntake;
  const never = new AbortController().signal;
  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    journal = new TestJournal();
    const settings = new Settings({ EVENT_SOURCE: 'amqp://rabbit' });
    intake = new MessageIntake(journal, new Clock(), new EventSourceMetrics(new Metrics(), settings));
  });

  it('writes the messages of a stream together, in order', async () => {
    await intake.take([message('0', 'a', 'b'), message('1', 'x'), message('0', 'c')], never);
    expect(journal.groups).toHaveLength(2);
    expect(journal.groups).toEqual(expect.arrayContaining([['a', 'b', 'c'], ['x']]));
  });

  it('divides many events into groups, but never a message', async () => {
    const ids = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}${index}`);
    await intake.take(
      [message('0', ...ids('a', 300)), message('0', ...ids('b', 900)), message('0', 'c')],
      never,
    );
    expect(journal.groups.map(({ length }) => length)).toEqual([300, 900, 1]);
  });

  it('tries again while the journal is full or unavailable, and refuses no message for that', async () => {
    const away = Object.assign(new Error('terminated'), { code: '57P01' });
    journal.faults.push(new Unavailable('Full.'), away);
    expect(await intake.take([message('0', 'a')], never)).toEqual([]);
    expect(journal.groups).toEqual([['a']]);
  });

  it('writes the rest of a group when one message causes an internal fault', async () => {
    journal.poisonous.add('b');
    const lost = new AbortController();
    const taken = intake.take([message('0', 'a'), message('0', 'b'), message('1', 'x')], lost.signal);
    const refused = expect(taken).rejects.toThrow();
    while (journal.groups.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(journal.groups.flat().sort()).toEqual(['a', 'x']);
    lost.abort();
    await refused;
  });

  it('gives up when it is ended, so that the broker delivers the messages again', async () => {
    journal.faults.push(new Unavailable('Full.'), new Unavailable('Full.'));
    await expect(intake.take([message('0', 'a')], AbortSignal.abort())).rejects.toThrow('Full.');
    expect(journal.groups).toEqual([]);
  });
});
