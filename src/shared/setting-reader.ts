import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { InvalidDatabaseUrl, parseDatabaseUrl } from './domain/database-url.js';
import { DomainLimits, InvalidDomainLimits } from './domain/domain-limits.js';
import { parseDuration } from './domain/duration.js';
import { EgressAllowList, InvalidAllowList } from './domain/egress-allow-list.js';
import { MAX_PROCESSES, parseProcessCount } from './domain/process-count.js';
import { InvalidSecretKeys, parseSecretKeys, type SecretKeys } from './domain/secret-keys.js';
import { InvalidSmtpUrl, parseSmtpUrls, type SmtpRelay } from './domain/smtp-url.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A token that fits into an Authorization header and is too long to guess. */
const TOKEN = /^[!-~]{16,}$/;
const DAY_MS = 86_400_000;
/** The longest delay in a list. PostgreSQL cannot express times that are many thousand years away. */
const MAX_DELAY_DAYS = 365;
const DNS_SERVER = /^(?:\[(?<v6>.+)\]|(?<v4>[^:]+))(?::(?<port>\d{1,5}))?$/;
const LOOPBACK_PAGE = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
/** The service's own addresses, for which a simple pattern suffices. */
const EMAIL_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** Reads settings and collects their faults. An empty value counts as absent. */
export class SettingReader {
  readonly faults: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | null {
    const value = this.environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  token(name: string): string | null {
    const value = this.text(name);
    if (value === null || TOKEN.test(value)) return value;
    this.faults.push(`${name} must have at least 16 characters, all of them visible ASCII.`);
    return null;
  }

  databaseUrl(name: string): string | null {
    const isValid = this.parsed(name, parseDatabaseUrl, InvalidDatabaseUrl) !== null;
    return isValid ? this.text(name) : null;
  }

  origin(name: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const { origin, href } = new URL(URL.canParse(value) ? value : 'none:');
    if (/^https?:/.test(origin) && href === `${origin}/`) return origin;
    this.faults.push(`${name} must be an address without a path, such as https://livery.example.`);
    return null;
  }

  /** Origins of pages, which must use TLS unless they are on this machine. */
  pageOrigins(name: string): readonly string[] {
    const values = this.list(name);
    if (!values.every(isPageOrigin))
      this.faults.push(
        `${name} must be a comma-separated list of origins, such as https://app.example; http only on this machine.`,
      );
    return values.filter(isPageOrigin);
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  secretKeys(name: string): SecretKeys | null {
    const value = this.text(name);
    try {
      return value === null ? null : parseSecretKeys(value);
    } catch (error) {
      if (!(error instanceof InvalidSecretKeys)) throw error;
      this.faults.push(error.message);
      return null;
    }
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    return this.inRange(name, /^\d+$/.test(value) ? Number(value) : Number.NaN, 'a whole number', min, max);
  }

  duration(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    return this.inRange(name, parseDuration(value) ?? Number.NaN, 'a duration in milliseconds', min, max);
  }

  durations(name: string, fallback: string): number[] {
    const values = (this.text(name) ?? fallback).split(',').map(parseDuration);
    const valid = values
      .filter((value) => value !== null)
      .filter((value) => value <= MAX_DELAY_DAYS * DAY_MS);
    if (valid.length < values.length) {
      this.faults.push(
        `${name} must be a comma-separated list of durations of at most ${MAX_DELAY_DAYS} days, such as 5000, 5s or 1h25m.`,
      );
    }
    return valid;
  }

  processes(name: string): number {
    const count = parseProcessCount(this.text(name) ?? '1');
    if (count === null)
      this.faults.push(`${name} must be auto or a whole number from 1 to ${MAX_PROCESSES}.`);
    return count ?? 1;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name) ?? fallback;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) this.faults.push(`${name} must be one of ${allowed.join(', ')}.`);
    return found ?? fallback;
  }

  /** Some of the allowed values; all of them if the setting is absent. */
  someOf<T extends string>(name: string, allowed: readonly T[]): readonly T[] {
    const values = this.list(name);
    const known = allowed.filter((candidate) => values.includes(candidate));
    if (!values.every((value) => allowed.some((candidate) => candidate === value)))
      this.faults.push(`${name} may contain ${allowed.join(' and ')}, separated by a comma.`);
    return known.length === 0 ? allowed : known;
  }

  allowList(name: string): EgressAllowList {
    try {
      return EgressAllowList.parse(this.text(name) ?? '');
    } catch (error) {
      if (!(error instanceof InvalidAllowList)) throw error;
      this.faults.push(`${name}: ${error.message}`);
      return EgressAllowList.parse('');
    }
  }

  certificates(name: string): string | null {
    const file = this.text(name);
    if (file === null) return null;
    try {
      const pem = readFileSync(file, 'utf8');
      void new X509Certificate(pem);
      return pem;
    } catch {
      this.faults.push(`${name} must be the path of a readable PEM file with at least one certificate.`);
      return null;
    }
  }

  smtpRelays(name: string): readonly SmtpRelay[] {
    return this.parsed(name, parseSmtpUrls, InvalidSmtpUrl) ?? [];
  }

  domainLimits(name: string): DomainLimits {
    return this.parsed(name, (text) => DomainLimits.parse(text), InvalidDomainLimits) ?? DomainLimits.NONE;
  }

  emailAddress(name: string): string | null {
    const value = this.text(name);
    if (value === null || EMAIL_ADDRESS.test(value)) return value;
    this.faults.push(`${name} must be an email address alone, such as documents@livery.example.`);
    return null;
  }

  emailAddresses(name: string): readonly string[] {
    const addresses = this.list(name);
    if (!addresses.every((address) => EMAIL_ADDRESS.test(address))) {
      this.faults.push(`${name} must be email addresses, separated by commas.`);
    }
    return addresses;
  }

  dnsServers(name: string): string[] {
    const servers = this.list(name);
    if (!servers.every(isDnsServer)) {
      this.faults.push(
        `${name} must be a comma-separated list of ip[:port], such as 10.0.0.2 or [fd00::2]:5353.`,
      );
    }
    return servers;
  }

  proxies(name: string): number | string[] | null {
    const value = this.text(name);
    if (value === null) return null;
    if (/^[1-9]\d?$/.test(value)) return Number(value);
    const proxies = this.list(name);
    if (proxies.every(isProxy)) return proxies;
    this.faults.push(
      `${name} must be the number of proxies in a row, or a comma-separated list of their addresses, such as 10.0.0.0/8.`,
    );
    return null;
  }

  /**
   * Null if the setting is absent or faulty. The fault's message completes a sentence that begins with the setting's
   * name.
   */
  private parsed<T>(name: string, parse: (text: string) => T, fault: new () => Error): T | null {
    const value = this.text(name);
    try {
      return value === null ? null : parse(value);
    } catch (error) {
      if (!(error instanceof fault)) throw error;
      this.faults.push(`${name} ${error.message}.`);
      return null;
    }
  }

  private inRange(name: string, value: number, kind: string, min: number, max: number): number {
    if (!(value >= min && value <= max)) this.faults.push(`${name} must be ${kind} from ${min} to ${max}.`);
    return value;
  }
}

function isPageOrigin(text: string): boolean {
  const isOrigin = !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;
  return isOrigin && (text.startsWith('https:') || LOOPBACK_PAGE.test(text));
}

/** True for an address, a network, or one of Express's names for networks. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', prefix = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(prefix) <= (family === 4 ? 32 : 128);
}

function isDnsServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const { v6, v4 = '', port = '53' } = DNS_SERVER.exec(text)?.groups ?? {};
  return isIP(v6 ?? v4) === (v6 === undefined ? 4 : 6) && Number(port) >= 1 && Number(port) <= 65_535;
}
