import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { jest } from '@jest/globals';
import type { Moment } from '../queue/domain/moment.js';
import { StreamReader } from './stream-reader.js';

const at = (transaction: number): Moment => ({
  time: new Date(1_771_000_000_000 + transaction),
  settled: '01956b3c-8a10-7cc3-8d2f-5d0c4a9e1f00',
  snapshot: `${transaction}:${transaction}:`,
});
const idOf = (transaction: number) =>
  `id: ${1_771_000_000_000 + transaction}~01956b3c-8a10-7cc3-8d2f-5d0c4a9e1f00~${transaction}:${transaction}:\n`;

describe('A reader of a stream', () => {
  let sent: string;
  let reader: StreamReader;
  beforeEach(() => {
    jest.useFakeTimers();
    sent = '';
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    jest.spyOn(response, 'write').mockImplementation((chunk: string) => {
      sent += chunk;
      return true;
    });
    jest.spyOn(response, 'end').mockImplementation((chunk: string) => {
      sent += chunk;
      return response;
    });
    reader = new StreamReader(response, new Set(['event']), undefined, at(7));
  });
  afterEach(() => jest.useRealTimers());

  it('gets a heartbeat at once and every 15 seconds, until it is ended', () => {
    jest.advanceTimersByTime(14_999);
    expect(sent).toBe(`: heartbeat\n${idOf(7)}\n`);
    reader.reached(at(8));
    jest.advanceTimersByTime(1);
    expect(sent).toBe(`: heartbeat\n${idOf(7)}\n: heartbeat\n${idOf(8)}\n`);
    sent = '';
    reader.end();
    jest.advanceTimersByTime(60_000);
    expect(sent).toBe('retry: 1000\n\n');
  });

  it('reconnects at the beginning of a poll until it has received all of it', () => {
    sent = '';
    reader.send('data: 1\n\n');
    reader.send('data: 2\n\n');
    reader.send('data: 3\n\n');
    reader.reached(at(9));
    expect(sent).toBe(`${idOf(7)}data: 1\n\n${idOf(7)}data: 2\n\n${idOf(9)}data: 3\n\n`);
  });
});
