import type { BrokerMessage } from '../domain/broker.js';
import { readMessage } from './message-content.js';

const NOW = new Date('2026-02-03T04:05:06.789Z');

function message(content: unknown, members: Partial<BrokerMessage> = {}): BrokerMessage {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  return { body, stream: '0', place: 'events/0/1', identity: 'events/0/1/2', key: null, ...members };
}

function event(members: object = {}): object {
  return { id: 'e1', type: 'document.accepted', typeId: 'd1', companyId: 1, data: {}, ...members };
}

describe('A message of a broker', () => {
  it('has one event, or several', () => {
    expect(readMessage(message(event()), NOW)).toMatchObject({ events: [{ key: 'e1' }], refused: [] });
    const several = readMessage(message([event(), event({ id: 'e2' })]), NOW);
    expect(several.events.map(({ key }) => key)).toEqual(['e1', 'e2']);
  });

  it('gives each event without an id a distinct id, the same at every reading', () => {
    const body = [event({ id: null }), event({ id: undefined })];
    const keys = (identity: string | null) =>
      readMessage(message(body, { identity }), NOW).events.map(({ key }) => key);
    expect(keys('a')).toEqual(keys('a'));
    expect(new Set([...keys('a'), ...keys('b'), ...keys(null), ...keys(null)]).size).toBe(8);
    for (const key of [...keys('a'), ...keys(null)]) expect(key?.length).toBeLessThanOrEqual(128);
  });

  it('is accepted without the events that break rules', () => {
    const wrong = event({ companyId: 0 });
    const { events, refused } = readMessage(message([event(), wrong, [event()]]), NOW);
    expect(events).toHaveLength(1);
    expect(refused.map(({ body }) => JSON.parse(Buffer.from(body).toString()))).toEqual([wrong, [event()]]);
    expect(JSON.parse(refused[0]?.problem ?? '')).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: expect.any(String),
      instance: 'events/0/1#/1',
      code: 'invalid_input',
      errors: [{ pointer: '/companyId', code: 'out_of_range', message: expect.any(String) }],
    });
  });

  it.each([
    ['', 'invalid_input'],
    ['no JSON', 'invalid_json'],
    ['[]', 'invalid_input'],
    [JSON.stringify(Array.from({ length: 1_001 }, () => event())), 'invalid_input'],
    ['['.repeat(2_000), 'invalid_input'],
    ['1', 'invalid_input'],
  ])('is refused as a whole if it contains no events', (body, code) => {
    const { events, refused } = readMessage(message(body), NOW);
    expect(events).toEqual([]);
    expect(refused).toHaveLength(1);
    expect(Buffer.from(refused[0]?.body ?? []).toString()).toBe(body);
    expect(JSON.parse(refused[0]?.problem ?? '')).toMatchObject({ code, instance: 'events/0/1' });
  });

  it('is refused if it is larger than a request may be', () => {
    const { refused } = readMessage(message(`"${'x'.repeat(32 * 1024 * 1024)}"`), NOW);
    expect(JSON.parse(refused[0]?.problem ?? '')).toMatchObject({ code: 'body_too_large', status: 413 });
  });

  it('may have unstorable content in some of its events, at any depth that the route allows', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    const deep = (levels: number) => event({ data: { value: nested(levels) } });
    // The array of the message, the event and its data are levels too.
    const { events, refused } = readMessage(message([event({ typeId: '\0' }), deep(29), deep(30)]), NOW);
    expect(events).toHaveLength(1);
    const codes = refused.map(({ problem }) => JSON.parse(problem).errors[0].code);
    expect(codes).toEqual(['unstorable_text', 'too_deep']);
  });

  it('has a problem that fits into a header, however many faults there are', () => {
    const names = Array.from({ length: 500 }, (_, index) => [`${'wrong'.repeat(20)}${index}`, 1]);
    const { refused } = readMessage(message(event(Object.fromEntries(names))), NOW);
    const [letter] = refused;
    expect(Buffer.byteLength(letter?.problem ?? '')).toBeLessThanOrEqual(16 * 1024);
    expect(JSON.parse(letter?.problem ?? '').errors.length).toBeGreaterThan(1);
    const [longest] = readMessage(message(event({ ['w'.repeat(100_000)]: 1 })), NOW).refused;
    expect(Buffer.byteLength(longest?.problem ?? '')).toBeLessThanOrEqual(16 * 1024);
  });
});
