import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseDuration } from './domain/duration.js';
import { EgressAllowList, InvalidAllowList } from './domain/egress-allow-list.js';
import { InvalidSecretKeys, parseSecretKeys, type SecretKeys } from './domain/secret-keys.js';
import { InvalidSmtpUrl, parseSmtpUrl, type SmtpRelay } from './domain/smtp-url.js';

/** The parts of the service that a process may run (CONTRACT 7). */
export type Role = 'api' | 'worker';

type Environment = Readonly<Record<string, string | undefined>>;

/** 11 attempts in about 78 hours (CONTRACT 6). */
export const DEFAULT_RETRY_SCHEDULE = '5s,20s,80s,320s,21m20s,1h25m,5h41m,22h45m,24h,24h';
const DNS_SERVER = /^(?:\[(?<v6>.+)\]|(?<v4>[^:]+))(?::(?<port>\d{1,5}))?$/;
const MOST_PER_MINUTE = 1_000_000;
/** Of our own, so it may be as plain as addresses of services are. */
const EMAIL_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The settings are wrong; `faults` names every one of them. */
export class InvalidSettings extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** Every setting of the service, read once from the environment (CONTRACT 7). Durations are milliseconds. */
export class Settings {
  readonly port: number;
  readonly host: string;
  /** Where partners reach the service, as https://livery.example; null: wherever a request came to. */
  readonly publicUrl: string | null;
  /** Null in the embedded mode: a PostgreSQL of our own in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Folder of initdb, pg_ctl and postgres for the embedded mode; null takes those that npm installed. */
  readonly pgBin: string | null;
  /** Null closes the service routes: they answer 404. */
  readonly internalToken: string | null;
  /** The first encrypts, all decrypt. Null lets the embedded mode make one in `dataDir`. */
  readonly secretKeys: SecretKeys | null;
  readonly egressAllow: EgressAllowList;
  /** PEM of certification authorities that receivers may have besides the usual ones. */
  readonly webhookCa: string | null;
  /** `ip[:port]` each; none: those of the machine. */
  readonly dnsServers: readonly string[];
  readonly webhookTimeoutMs: number;
  /** The delay after each failed attempt but the last; one attempt more than there are entries. */
  readonly retryScheduleMs: readonly number[];
  /** Null: emails are kept in `dataDir` and shown in the mailbox. */
  readonly smtpRelay: SmtpRelay | null;
  /** PEM of certification authorities that the relay may have besides the usual ones. */
  readonly smtpCa: string | null;
  /** The address that emails come from. */
  readonly mailFrom: string;
  readonly smtpTimeoutMs: number;
  /** As `retryScheduleMs`, for emails that the relay refuses for now. */
  readonly emailRetryScheduleMs: readonly number[];
  readonly authDataOnRead: 'masked' | 'full';
  readonly roles: ReadonlySet<Role>;
  readonly retentionDays: number;
  readonly metricsToken: string | null;
  readonly logLevel: string;
  /** Requests a minute of one partner, in all processes together; 0: as many as they like. */
  readonly rateLimitPerPartner: number;
  /** Credentials a minute of one address that may turn out not to be valid; 0: as many as they like. */
  readonly rateLimitPerAddress: number;
  /** The proxies in front of the service, as Express takes them: how many, or which; null: none. */
  readonly trustProxy: number | readonly string[] | null;
  readonly maxTemplatesPerPartner: number;
  readonly maxSubscriptionsPerPartner: number;
  /** How long a template may take to be checked or rendered for its author, and to be rendered for sending. */
  readonly renderTestTimeoutMs: number;
  readonly renderSendTimeoutMs: number;
  /** What one render thread may use of memory, and how much of that it may keep for later renders, in MiB. */
  readonly renderHeapMiB: number;
  readonly renderCacheMiB: number;
  /** What one template may hold and become: see RenderLimits. */
  readonly renderLimits: {
    readonly outputBytes: number;
    readonly expressions: number;
    readonly blockDepth: number;
    readonly elements: number;
    readonly elementDepth: number;
  };

  /** @throws InvalidSettings naming every faulty setting at once. */
  constructor(environment: Environment) {
    const read = new Reader(environment);
    this.databaseUrl = read.text('DATABASE_URL');
    this.port = read.integer('PORT', 3000, 0, 65_535);
    this.host = read.text('HOST') ?? (this.databaseUrl === null ? '127.0.0.1' : '0.0.0.0');
    this.publicUrl = read.origin('PUBLIC_URL');
    this.dataDir = path.resolve(read.text('DATA_DIR') ?? '.data');
    this.pgBin = read.text('PG_BIN');
    this.internalToken = read.text('INTERNAL_TOKEN');
    this.secretKeys = read.secretKeys('SECRET_KEYS');
    this.egressAllow = read.allowList('WEBHOOK_EGRESS_ALLOW');
    this.webhookCa = read.certificates('WEBHOOK_CA_FILE');
    this.dnsServers = read.dnsServers('WEBHOOK_DNS_SERVERS');
    this.webhookTimeoutMs = read.duration('WEBHOOK_TIMEOUT_MS', 15_000, 100, 120_000);
    this.retryScheduleMs = read.durations('WEBHOOK_RETRY_SCHEDULE', DEFAULT_RETRY_SCHEDULE);
    this.smtpRelay = read.smtpRelay('SMTP_URL');
    this.smtpCa = read.certificates('SMTP_CA_FILE');
    this.mailFrom = read.emailAddress('MAIL_FROM') ?? 'livery@localhost';
    this.smtpTimeoutMs = read.duration('SMTP_TIMEOUT_MS', 30_000, 100, 600_000);
    this.emailRetryScheduleMs = read.durations('EMAIL_RETRY_SCHEDULE', DEFAULT_RETRY_SCHEDULE);
    this.authDataOnRead = read.oneOf('AUTH_DATA_ON_READ', ['masked', 'full'], 'masked');
    this.roles = new Set(read.roles('ROLES'));
    this.retentionDays = read.integer('RETENTION_DAYS', 30, 1, 3650);
    this.metricsToken = read.text('METRICS_TOKEN');
    this.logLevel = read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info');
    this.rateLimitPerPartner = read.integer('RATE_LIMIT_PER_PARTNER', 6_000, 0, MOST_PER_MINUTE);
    this.rateLimitPerAddress = read.integer('RATE_LIMIT_PER_ADDRESS', 1_200, 0, MOST_PER_MINUTE);
    this.trustProxy = read.proxies('TRUST_PROXY');
    this.maxTemplatesPerPartner = read.integer('MAX_TEMPLATES_PER_PARTNER', 1_000, 1, 1_000_000);
    this.maxSubscriptionsPerPartner = read.integer('MAX_SUBSCRIPTIONS_PER_PARTNER', 10_000, 1, 1_000_000);
    this.renderTestTimeoutMs = read.duration('RENDER_TEST_TIMEOUT_MS', 2_000, 100, 60_000);
    this.renderSendTimeoutMs = read.duration('RENDER_SEND_TIMEOUT_MS', 1_000, 100, 60_000);
    this.renderHeapMiB = read.integer('RENDER_HEAP_MIB', 224, 128, 4_096);
    this.renderCacheMiB = read.integer('RENDER_CACHE_MIB', 64, 1, 1_024);
    this.renderLimits = {
      outputBytes: read.integer('RENDER_MAX_OUTPUT_KIB', 1_024, 16, 16_384) * 1_024,
      expressions: read.integer('RENDER_MAX_EXPRESSIONS', 1_000, 10, 5_000),
      blockDepth: read.integer('RENDER_MAX_BLOCK_DEPTH', 24, 2, 100),
      elements: read.integer('RENDER_MAX_ELEMENTS', 1_500, 10, 10_000),
      elementDepth: read.integer('RENDER_MAX_ELEMENT_DEPTH', 32, 8, 200),
    };
    if (this.databaseUrl !== null && read.text('SECRET_KEYS') === null) {
      read.faults.push('SECRET_KEYS must be set when DATABASE_URL is: id:base64 of 32 random bytes.');
    }
    if (read.text('SMTP_URL') !== null && read.text('MAIL_FROM') === null) {
      read.faults.push('MAIL_FROM must be set when SMTP_URL is: the address that emails come from.');
    }
    if (read.faults.length > 0) throw new InvalidSettings(read.faults);
  }
}

/** Reads single settings and collects what is wrong with them. An empty value counts as absent. */
class Reader {
  readonly faults: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | null {
    const value = this.environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  origin(name: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const { origin, href } = new URL(URL.canParse(value) ? value : 'none:');
    if (/^https?:/.test(origin) && href === `${origin}/`) return origin;
    this.faults.push(`${name} must be an address without a path, as https://livery.example.`);
    return null;
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
    const valid = values.filter((value) => value !== null);
    if (valid.length < values.length) {
      this.faults.push(`${name} must be a comma-separated list of durations, as 5000 or 5s or 1h25m.`);
    }
    return valid;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name) ?? fallback;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) this.faults.push(`${name} must be one of ${allowed.join(', ')}.`);
    return found ?? fallback;
  }

  roles(name: string): Role[] {
    const values = this.list(name);
    const known = values.filter((value): value is Role => value === 'api' || value === 'worker');
    if (known.length < values.length)
      this.faults.push(`${name} may contain api and worker, separated by a comma.`);
    return known.length === 0 ? ['api', 'worker'] : known;
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

  smtpRelay(name: string): SmtpRelay | null {
    const value = this.text(name);
    try {
      return value === null ? null : parseSmtpUrl(value);
    } catch (error) {
      if (!(error instanceof InvalidSmtpUrl)) throw error;
      this.faults.push(`${name} ${error.message}.`);
      return null;
    }
  }

  emailAddress(name: string): string | null {
    const value = this.text(name);
    if (value === null || EMAIL_ADDRESS.test(value)) return value;
    this.faults.push(`${name} must be an email address alone, as documents@livery.example.`);
    return null;
  }

  dnsServers(name: string): string[] {
    const servers = this.list(name);
    if (!servers.every(isDnsServer)) {
      this.faults.push(`${name} must be a comma-separated list of ip[:port], as 10.0.0.2 or [fd00::2]:5353.`);
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
      `${name} must be the number of proxies in a row, or a comma-separated list of their addresses, as 10.0.0.0/8.`,
    );
    return null;
  }

  private inRange(name: string, value: number, kind: string, min: number, max: number): number {
    if (!(value >= min && value <= max)) this.faults.push(`${name} must be ${kind} from ${min} to ${max}.`);
    return value;
  }
}

/** An address or a network; or one of the names that Express has for networks. */
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
