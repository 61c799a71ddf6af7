import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readBrand } from './brand-settings.js';
import { readCells } from './cell-settings.js';
import type { Brand } from './domain/brand.js';
import type { Cells } from './domain/cell.js';
import type { DomainLimits } from './domain/domain-limits.js';
import type { EgressAllowList } from './domain/egress-allow-list.js';
import type { SecretKeys } from './domain/secret-keys.js';
import { shareOf, type SmtpRelay } from './domain/smtp-url.js';
import { type EventSourceSettings, readEventSource } from './event-source-settings.js';
import { type ListeningPlace, readHost, readListeningPlace } from './listening-settings.js';
import { type Environment, SettingReader } from './setting-reader.js';

/** The parts of the service that a process may run. */
export type Role = 'api' | 'worker';

/** 11 attempts in about 78 hours. */
export const DEFAULT_RETRY_SCHEDULE = '5s,20s,80s,320s,21m20s,1h25m,5h41m,22h45m,24h,24h';
/** The most characters before the @ of BOUNCE_ADDRESS. RFC 5321 allows 64, including the token. */
const MAX_BOUNCE_LOCAL_PART = 16;
const MAX_PER_MINUTE = 1_000_000;
const ROLES: readonly Role[] = ['api', 'worker'];
/** At least two, because a partner may use at most half of the threads. */
const LEAST_RENDER_THREADS = 2;
const DEFAULT_RENDER_THREADS = Math.min(Math.max(LEAST_RENDER_THREADS, availableParallelism() - 1), 4);
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The settings are invalid. `faults` names all faults. */
export class InvalidSettings extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/** The settings of the service, read once from the environment (docs/settings.md). Durations are in milliseconds. */
export class Settings {
  readonly port: number;
  readonly host: string;
  /** The address of the service for partners, such as https://livery.example; null to use the request's host. */
  readonly publicUrl: string | null;
  /** Origins of pages that may embed the console in a frame and sign its user in. */
  readonly consoleFrameOrigins: readonly string[];
  /** The name, logo and colour that the console shows. */
  readonly consoleBrand: Brand;
  /** The cells of CELLS_FILE; null if there is only one. */
  readonly cells: Cells | null;
  /** The database of this process's cell. Null in the embedded mode, which runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** The folder of initdb, pg_ctl and postgres for the embedded mode; null for the ones installed by npm. */
  readonly pgBin: string | null;
  /** If null, service routes answer 404. */
  readonly internalToken: string | null;
  /** The first encrypts, all decrypt. If null, the embedded mode creates one in `dataDir`. */
  readonly secretKeys: SecretKeys | null;
  /** The broker that supplies events; null if they arrive only over HTTP. */
  readonly eventSource: EventSourceSettings | null;
  readonly egressAllow: EgressAllowList;
  /** PEM of additional certification authorities for receivers. */
  readonly webhookCa: string | null;
  /** Each `ip[:port]`; empty for the machine's. */
  readonly dnsServers: readonly string[];
  readonly webhookTimeoutMs: number;
  /** The delay after each failed attempt but the last, so there is one attempt more than entries. */
  readonly retryScheduleMs: readonly number[];
  /**
   * By priority, with this process's share of the limits. If empty, emails are stored in `dataDir` and shown in the
   * mailbox.
   */
  readonly smtpRelays: readonly SmtpRelay[];
  /** This process's share of the limits by recipient domain. */
  readonly emailDomainLimits: DomainLimits;
  /** PEM of additional certification authorities for relays. */
  readonly smtpCa: string | null;
  /** The default sender of emails. */
  readonly mailFrom: string;
  /** Addresses of operators who get the notices of all partners. */
  readonly operatorContacts: readonly string[];
  readonly smtpTimeoutMs: number;
  /** The address for bounces, from which envelope senders are derived; null if bounces go to the sender. */
  readonly bounceAddress: string | null;
  /** The address to listen on for bounces over LMTP, or null. */
  readonly bounceLmtp: ListeningPlace | null;
  /** Like `retryScheduleMs`, for emails that the relay refuses temporarily. */
  readonly emailRetryScheduleMs: readonly number[];
  readonly authDataOnRead: 'masked' | 'full';
  /** If false, changing a subscription's origin requires its credentials again. */
  readonly credentialsFollowUrl: boolean;
  readonly roles: ReadonlySet<Role>;
  /** How many processes serve one port together on this machine, dividing its resources. */
  readonly processes: number;
  readonly retentionDays: number;
  readonly metricsToken: string | null;
  readonly logLevel: string;
  /** Requests per minute of one partner in all processes together; 0 for no limit. */
  readonly rateLimitPerPartner: number;
  /** Failed credentials per minute of one address; 0 for no limit. */
  readonly rateLimitPerAddress: number;
  /** The trusted proxies in Express's format: how many, or which; null for none. */
  readonly trustProxy: number | readonly string[] | null;
  readonly maxTemplatesPerPartner: number;
  readonly maxSnippetsPerPartner: number;
  readonly maxSubscriptionsPerPartner: number;
  /** CPU time for a check or render for a template's author, and for a render that is sent, which is never less. */
  readonly renderTestTimeoutMs: number;
  readonly renderSendTimeoutMs: number;
  /** Render threads of this process for API calls, and as many for emails. */
  readonly renderThreads: number;
  /** The memory of one render thread, and the part of it for cached templates, in MiB. */
  readonly renderHeapMiB: number;
  readonly renderCacheMiB: number;
  /** Limits of one template and its output. See RenderLimits. */
  readonly renderLimits: {
    readonly outputBytes: number;
    readonly expressions: number;
    readonly blockDepth: number;
    readonly elements: number;
    readonly elementDepth: number;
  };

  /** @throws InvalidSettings naming all faulty settings */
  constructor(environment: Environment) {
    const read = new SettingReader(environment);
    this.cells = readCells(read);
    this.databaseUrl = this.cells?.own.url ?? read.databaseUrl('DATABASE_URL');
    this.port = read.integer('PORT', 3000, 0, 65_535);
    this.host = readHost(read, 'HOST', this.databaseUrl === null ? '127.0.0.1' : '0.0.0.0');
    this.publicUrl = read.origin('PUBLIC_URL');
    this.consoleFrameOrigins = read.pageOrigins('CONSOLE_FRAME_ORIGINS');
    this.consoleBrand = readBrand(read, 'CONSOLE');
    this.dataDir = path.resolve(read.text('DATA_DIR') ?? '.data');
    this.pgBin = read.text('PG_BIN');
    this.internalToken = read.token('INTERNAL_TOKEN');
    this.secretKeys = read.secretKeys('SECRET_KEYS');
    this.eventSource = readEventSource(read);
    this.egressAllow = read.allowList('WEBHOOK_EGRESS_ALLOW');
    this.webhookCa = read.certificates('WEBHOOK_CA_FILE');
    this.dnsServers = read.dnsServers('WEBHOOK_DNS_SERVERS');
    this.webhookTimeoutMs = read.duration('WEBHOOK_TIMEOUT_MS', 15_000, 100, 120_000);
    this.retryScheduleMs = read.durations('WEBHOOK_RETRY_SCHEDULE', DEFAULT_RETRY_SCHEDULE);
    this.processes = read.processes('PROCESSES');
    this.smtpRelays = read.smtpRelays('SMTP_URL').map((relay) => shareOf(relay, this.processes));
    this.emailDomainLimits = read.domainLimits('EMAIL_DOMAIN_LIMITS').shareOf(this.processes);
    this.smtpCa = read.certificates('SMTP_CA_FILE');
    this.mailFrom = read.emailAddress('MAIL_FROM') ?? 'livery@localhost';
    this.operatorContacts = read.emailAddresses('OPERATOR_CONTACTS');
    this.smtpTimeoutMs = read.duration('SMTP_TIMEOUT_MS', 30_000, 100, 600_000);
    this.bounceAddress = read.emailAddress('BOUNCE_ADDRESS');
    this.bounceLmtp = readListeningPlace(read, 'BOUNCE_LMTP');
    this.emailRetryScheduleMs = read.durations('EMAIL_RETRY_SCHEDULE', DEFAULT_RETRY_SCHEDULE);
    this.authDataOnRead = read.oneOf('AUTH_DATA_ON_READ', ['masked', 'full'], 'masked');
    this.credentialsFollowUrl = read.oneOf('CREDENTIALS_FOLLOW_URL', ['on', 'off'], 'on') === 'on';
    this.roles = new Set(read.someOf('ROLES', ROLES));
    this.retentionDays = read.integer('RETENTION_DAYS', 30, 1, 3650);
    this.metricsToken = read.token('METRICS_TOKEN');
    this.logLevel = read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info');
    this.rateLimitPerPartner = read.integer('RATE_LIMIT_PER_PARTNER', 6_000, 0, MAX_PER_MINUTE);
    this.rateLimitPerAddress = read.integer('RATE_LIMIT_PER_ADDRESS', 1_200, 0, MAX_PER_MINUTE);
    this.trustProxy = read.proxies('TRUST_PROXY');
    this.maxSnippetsPerPartner = read.integer('MAX_SNIPPETS_PER_PARTNER', 200, 1, 10_000);
    this.maxTemplatesPerPartner = read.integer('MAX_TEMPLATES_PER_PARTNER', 1_000, 1, 1_000_000);
    this.maxSubscriptionsPerPartner = read.integer('MAX_SUBSCRIPTIONS_PER_PARTNER', 10_000, 1, 1_000_000);
    this.renderTestTimeoutMs = read.duration('RENDER_TEST_TIMEOUT_MS', 2_000, 100, 60_000);
    const renderSendTimeoutMs = read.duration('RENDER_SEND_TIMEOUT_MS', 3_000, 100, 60_000);
    this.renderSendTimeoutMs = Math.max(renderSendTimeoutMs, this.renderTestTimeoutMs);
    const renderThreads = read.integer('RENDER_THREADS', DEFAULT_RENDER_THREADS, LEAST_RENDER_THREADS, 32);
    this.renderThreads = Math.max(LEAST_RENDER_THREADS, Math.floor(renderThreads / this.processes));
    this.renderHeapMiB = read.integer('RENDER_HEAP_MIB', 224, 128, 4_096);
    this.renderCacheMiB = read.integer('RENDER_CACHE_MIB', 64, 1, 1_024);
    this.renderLimits = {
      outputBytes: read.integer('RENDER_MAX_OUTPUT_KIB', 1_024, 16, 16_384) * 1_024,
      expressions: read.integer('RENDER_MAX_EXPRESSIONS', 1_000, 10, 5_000),
      blockDepth: read.integer('RENDER_MAX_BLOCK_DEPTH', 24, 2, 100),
      elements: read.integer('RENDER_MAX_ELEMENTS', 1_500, 10, 10_000),
      elementDepth: read.integer('RENDER_MAX_ELEMENT_DEPTH', 32, 8, 200),
    };
    if (read.text('DATABASE_URL') !== null && read.text('SECRET_KEYS') === null) {
      read.faults.push('SECRET_KEYS must be set when DATABASE_URL is: id:base64 of 32 random bytes.');
    }
    if (read.text('SMTP_URL') !== null && read.text('MAIL_FROM') === null) {
      read.faults.push('MAIL_FROM must be set when SMTP_URL is: the address that emails come from.');
    }
    if ((this.bounceAddress?.lastIndexOf('@') ?? 0) > MAX_BOUNCE_LOCAL_PART) {
      read.faults.push(`BOUNCE_ADDRESS may have at most ${MAX_BOUNCE_LOCAL_PART} characters before its @.`);
    }
    if (read.text('BOUNCE_LMTP') !== null && read.text('BOUNCE_ADDRESS') === null) {
      read.faults.push('BOUNCE_ADDRESS must be set when BOUNCE_LMTP is: the address that bounces return to.');
    }
    if (read.faults.length > 0) throw new InvalidSettings(read.faults);
  }
}
