import { openLog } from './log.js';
import { NestLog } from './nest-log.js';
import { inRequest } from './request-context.js';

function capture(level: string, isTTY = false) {
  const written: string[] = [];
  const log = openLog(level, { isTTY, write: (text) => written.push(text) });
  return { log, nest: new NestLog(log.lines), written, lines: () => written.map((line) => JSON.parse(line)) };
}

describe('The log', () => {
  it('writes one JSON object per line, with the ids of the request and the partner it is about', () => {
    const { log, lines } = capture('info');
    inRequest({ requestId: 'r1', partnerId: null }, () => log.lines.info({ count: 2 }, 'done'));
    inRequest({ requestId: 'r2', partnerId: 7 }, () => log.lines.info('known'));
    log.lines.info('outside');
    expect(lines()).toEqual([
      { level: 'info', time: expect.any(String), requestId: 'r1', count: 2, msg: 'done' },
      { level: 'info', time: expect.any(String), requestId: 'r2', partnerId: 7, msg: 'known' },
      { level: 'info', time: expect.any(String), msg: 'outside' },
    ]);
  });

  it('leaves out lines below its level', () => {
    const { nest, lines } = capture('warn');
    nest.log('low', 'Here');
    nest.warn('high', 'Here');
    expect(lines()).toEqual([expect.objectContaining({ level: 'warn', msg: 'high', context: 'Here' })]);
  });

  it('writes the messages of Nest, and errors with their stacks', () => {
    const { nest, lines } = capture('trace');
    const error = new Error('broken');
    nest.error(error, 'Here');
    nest.error('told', error.stack, 'There');
    nest.debug({ some: 'object' }, 'Here');
    nest.log('Mapped', 'RouterExplorer');
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'error', msg: 'broken', context: 'Here', stack: error.stack }),
      expect.objectContaining({ level: 'error', msg: 'told', context: 'There', stack: error.stack }),
      expect.objectContaining({ level: 'debug', msg: '{"some":"object"}' }),
      expect.objectContaining({ level: 'debug', msg: 'Mapped', context: 'RouterExplorer' }),
    ]);
  });

  it('has a readable format in a terminal', () => {
    const { nest, log, written } = capture('info', true);
    nest.error(new Error('broken'), 'Here');
    log.lines.info({ status: 200, route: '/x' }, 'request');
    const colour = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');
    const plain = written.map((text) => text.replaceAll(colour, ''));
    expect(plain[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} error \[Here\] broken\nError: broken\n {4}at /);
    expect(plain[1]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}request status=200 route=\/x\n$/);
  });
});
