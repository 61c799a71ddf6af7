import { InvalidEventSourceUrl, parseEventSourceUrl } from './event-source-url.js';

describe('The URL of an event source', () => {
  it('names a broker of RabbitMQ', () => {
    expect(parseEventSourceUrl('amqp://rabbit')).toEqual({
      kind: 'amqp',
      isSecure: false,
      hosts: [{ host: 'rabbit', port: 5672 }],
      credentials: null,
      virtualHost: '/',
    });
    expect(parseEventSourceUrl('amqps://us%40er:p%2Fw@a.example:1,[::1]/doc%2Fs')).toEqual({
      kind: 'amqp',
      isSecure: true,
      hosts: [
        { host: 'a.example', port: 1 },
        { host: '::1', port: 5671 },
      ],
      credentials: { user: 'us@er', password: 'p/w' },
      virtualHost: 'doc/s',
    });
  });

  it('names brokers of Kafka', () => {
    expect(parseEventSourceUrl('kafka://one,two:9093')).toEqual({
      kind: 'kafka',
      isSecure: false,
      hosts: [
        { host: 'one', port: 9092 },
        { host: 'two', port: 9093 },
      ],
      credentials: null,
      mechanism: 'PLAIN',
    });
    expect(parseEventSourceUrl('kafkas://u:p@one?sasl=scram-sha-512')).toMatchObject({
      isSecure: true,
      credentials: { user: 'u', password: 'p' },
      mechanism: 'SCRAM-SHA-512',
    });
  });

  it.each([
    'http://rabbit',
    'amqp://',
    'amqp://host:0',
    'amqp://host:65536',
    'amqp://host,',
    'amqp://host/a/b',
    'amqp://host?heartbeat=1',
    'amqp://%zz:secret@host',
    'kafka://host/topic',
    'kafka://host?sasl=gssapi',
    'kafka://ho st',
    'rabbit:5672',
  ])('is refused without repeating any of it: %s', (text) => {
    expect(() => parseEventSourceUrl(text)).toThrow(InvalidEventSourceUrl);
    expect(() => parseEventSourceUrl(text)).not.toThrow(/secret|zz/);
  });
});
