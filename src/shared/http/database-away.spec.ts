import { isDatabaseAway } from './database-away.js';

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

describe('An unreachable database', () => {
  it.each([
    ['refused connection', withCode('ECONNREFUSED')],
    ['one refused on every address', new AggregateError([withCode('ECONNREFUSED')], '')],
    ['missing socket', withCode('ENOENT', { syscall: 'connect' })],
    ['server that shuts down', withCode('57P01')],
    ['server that starts', withCode('57P03')],
    ['server with too many connections', withCode('53300')],
    ['full disk', withCode('53100', { severity: 'ERROR' })],
    ['server without memory', withCode('53200', { severity: 'ERROR' })],
    ['read-only transaction', withCode('25006', { severity: 'ERROR' })],
    ['disk that fails', withCode('58030', { severity: 'ERROR' })],
    ['connection exception', withCode('08006')],
    ['session that was not let in', withCode('55000', { severity: 'FATAL' })],
    ['deadlock', withCode('40P01')],
    ['pool without a free connection', new Error('timeout exceeded when trying to connect')],
    ['connection that broke', new Error('Connection terminated unexpectedly')],
    ['cause', new Error('outer', { cause: withCode('ECONNRESET') })],
    ['driver error', Object.assign(new Error('outer'), { driverError: withCode('57P02') })],
  ])('shows as a %s', (_what, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['broken constraint', withCode('23505', { severity: 'ERROR' })],
    ['syntax error', withCode('42601', { severity: 'ERROR' })],
    ['missing file', withCode('ENOENT', { syscall: 'open' })],
    ['fault of ours', new TypeError('x is not a function')],
    ['text', 'Connection terminated'],
  ])('does not show as a %s', (_what, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });

  it('is not found in a circular chain of causes', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(isDatabaseAway(error)).toBe(false);
  });
});
