import { DomainLimits, InvalidDomainLimits } from './domain-limits.js';

describe('Limits of domains', () => {
  it('are those of the domain, or those of all domains for a missing one', () => {
    const limits = DomainLimits.parse(
      '*?connections=8&perSecond=2, Slow.example?perSecond=0.5,räksmörgås.se?connections=1',
    );
    expect(limits.of('other.example')).toEqual({ maxConnections: 8, maxPerSecond: 2 });
    expect(limits.of('slow.example')).toEqual({ maxConnections: 8, maxPerSecond: 0.5 });
    expect(limits.of('xn--rksmrgs-5wao1o.se')).toEqual({ maxConnections: 1, maxPerSecond: 2 });
    expect(DomainLimits.NONE.of('other.example')).toEqual({ maxConnections: null, maxPerSecond: null });
  });

  it('are divided among processes, with a connection left for each', () => {
    const limits = DomainLimits.parse('*?connections=9&perSecond=2,slow.example?connections=1').shareOf(4);
    expect(limits.of('other.example')).toEqual({ maxConnections: 2, maxPerSecond: 0.5 });
    expect(limits.of('slow.example')).toEqual({ maxConnections: 1, maxPerSecond: 0.5 });
  });

  it.each([
    'slow.example',
    'slow.example?',
    '?connections=1',
    'slow.example?connections=0',
    'slow.example?connections=101',
    'slow.example?connections=1.5',
    'slow.example?perSecond=0',
    'slow.example?perSecond=0.001',
    'slow.example?perSecond=1001',
    'slow.example?perSecond=1&perSecond=2',
    'slow.example?connections=1&other=1',
    'slow.example?connections=1,',
    'a b?connections=1',
    'slow.example?connections=1,SLOW.example?connections=2',
  ])('refuse %s', (text) => {
    expect(() => DomainLimits.parse(text)).toThrow(InvalidDomainLimits);
  });
});
