import { choosePrimary, describeHost, type HostState, isPast, type KnownHost } from './host-state.js';

function known(name: string, state: HostState | null): KnownHost {
  return { host: { name, host: name, port: 5432 }, state };
}

const primary = (timeline: number): HostState => ({ kind: 'primary', timeline });
const away = (times: number): HostState => ({ kind: 'away', reason: 'silence', times });

describe('The primary among several hosts', () => {
  const standby = known('standby', { kind: 'standby' });
  const [first, second] = [known('first', primary(3)), known('second', primary(3))];

  it('is the one that takes writes', () => {
    expect(choosePrimary([standby, known('gone', away(1)), first], null)).toBe(first);
    expect(
      choosePrimary([standby, known('still', { kind: 'read-only' }), known('new', null)], null),
    ).toBeNull();
  });

  it('is the one of the last promotion, if a former primary is back', () => {
    const promoted = known('promoted', primary(4));
    expect(choosePrimary([first, promoted], first)).toBe(promoted);
    expect(choosePrimary([promoted, first], promoted)).toBe(promoted);
  });

  it('does not change between equal hosts', () => {
    expect(choosePrimary([first, second], null)).toBe(first);
    expect(choosePrimary([first, second], second)).toBe(second);
  });

  it('is given up if it no longer accepts writes, or has not answered twice', () => {
    expect([null, primary(1), away(1)].map((state) => isPast(known('a', state)))).toEqual([
      false,
      false,
      false,
    ]);
    const past: HostState[] = [{ kind: 'standby' }, { kind: 'read-only' }, away(2)];
    expect(past.map((state) => isPast(known('a', state)))).toEqual([true, true, true]);
  });

  it('is described in words', () => {
    expect(
      [null, primary(1), standby.state, away(1)].map((state) => describeHost(known('a:1', state))),
    ).toEqual([
      'a:1 has not answered yet',
      'a:1 is the primary',
      'a:1 is a standby',
      'a:1 does not answer (silence)',
    ]);
  });
});
