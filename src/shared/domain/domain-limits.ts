import { domainToASCII } from 'node:url';

/** Limits on emails of one process to one recipient domain; null for no limit. */
export interface DomainBounds {
  /** Concurrent emails. */
  readonly maxConnections: number | null;
  /** Emails per second, evenly spaced. */
  readonly maxPerSecond: number | null;
}

/** The text is not a list of domains with limits. */
export class InvalidDomainLimits extends Error {}

const NO_BOUNDS: DomainBounds = { maxConnections: null, maxPerSecond: null };
/** The entry for all domains without their own. */
const EVERY = '*';
const ENTRY = /^(?<domain>[^?\s]+)\?(?<options>[^?\s]+)$/;
const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['connections', /^(?:[1-9]\d?|100)$/],
  ['perSecond', /^(?:(?:[1-9]\d{0,2}|1000)(?:\.\d{1,2})?|0\.(?:0[1-9]|[1-9]\d?))$/],
]);

/** Limits on emails by recipient domain. */
export class DomainLimits {
  static readonly NONE = new DomainLimits(new Map());

  private constructor(private readonly byDomain: ReadonlyMap<string, DomainBounds>) {}

  /**
   * Parses entries separated by commas, such as `*?connections=5,slow.example?perSecond=0.5`: `connections` (1 to 100)
   * and `perSecond` (0.01 to 1,000). The entry `*` provides the defaults of all others.
   * @throws InvalidDomainLimits
   */
  static parse(text: string): DomainLimits {
    const entries = text.split(',').map((entry) => entryOf(entry.trim()));
    const byDomain = new Map(entries);
    if (byDomain.size < entries.length) throw new InvalidDomainLimits('names a domain twice');
    return new DomainLimits(byDomain);
  }

  /** @param domain in lower case and ASCII */
  of(domain: string): DomainBounds {
    const every = this.byDomain.get(EVERY) ?? NO_BOUNDS;
    const own = this.byDomain.get(domain) ?? NO_BOUNDS;
    return {
      maxConnections: own.maxConnections ?? every.maxConnections,
      maxPerSecond: own.maxPerSecond ?? every.maxPerSecond,
    };
  }

  /** The share of one of this many processes. */
  shareOf(processes: number): DomainLimits {
    const shares = [...this.byDomain].map(([domain, { maxConnections, maxPerSecond }]) => {
      const share: DomainBounds = {
        maxConnections: maxConnections === null ? null : Math.max(1, Math.floor(maxConnections / processes)),
        maxPerSecond: maxPerSecond === null ? null : maxPerSecond / processes,
      };
      return [domain, share] as const;
    });
    return new DomainLimits(new Map(shares));
  }
}

function entryOf(entry: string): readonly [string, DomainBounds] {
  const { domain: written = '', options = '' } = ENTRY.exec(entry)?.groups ?? {};
  const domain = written === EVERY ? EVERY : domainToASCII(written);
  const values = new Map(new URLSearchParams(options));
  const given = options.split('&').length;
  const areKnown =
    values.size === given && [...values].every(([name, value]) => OPTIONS.get(name)?.test(value));
  if (domain === '' || !areKnown) {
    throw new InvalidDomainLimits(
      'must be entries such as slow.example?connections=2&perSecond=5, with connections (1 to 100) and perSecond (0.01 to 1000), and * for every domain',
    );
  }
  return [
    domain,
    { maxConnections: numberIn(values, 'connections'), maxPerSecond: numberIn(values, 'perSecond') },
  ];
}

function numberIn(values: ReadonlyMap<string, string>, name: string): number | null {
  const value = values.get(name);
  return value === undefined ? null : Number(value);
}
