import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Pool } from 'pg';
import { createApp } from '../../src/app.setup.js';
import { type LogOutput, openLog } from '../../src/shared/logging/log.js';
import { Settings } from '../../src/shared/settings.js';
import { seenAnswers } from './seen-answers.js';
import {
  noteSecretsOfAnswer,
  noteSecretsOfBody,
  noteSecretsOfSettings,
  noteSecret,
  seenLog,
} from './seen-log.js';
import { databaseReader, testDatabase } from './test-database.js';

/** The JSON body of an answer, of any type. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if there is none, or if it is not JSON. */
  readonly body: Json;
}

interface RequestOptions {
  /** Sent as JSON. A string or bytes are sent as they are, with the content type of JSON. */
  readonly body?: unknown;
  /** The API key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestPartner {
  readonly id: number;
  readonly key: string;
  /** The first of its companies. */
  readonly companyId: number;
}

interface PartnerOptions {
  /** The ids of its companies. If absent, one that no other test partner has. */
  readonly companies?: readonly number[];
  readonly features?: readonly string[];
  readonly scopes?: readonly string[];
}

export const INTERNAL_TOKEN = 'internal-token-of-the-tests';

let nextCompanyId = 1000;

/** The running service of a suite, with its callers' view and its database. */
export class TestApp {
  constructor(
    readonly url: string,
    /** For direct access to the tables. */
    readonly database: Pool,
    /** Closes the service, then its database. */
    readonly stop: () => Promise<void>,
    /** For access to the service's parts; absent if the service runs in a process of its own. */
    readonly service?: NestExpressApplication,
  ) {}

  async request(method: string, path: string, options: RequestOptions = {}): Promise<TestAnswer> {
    const { body, key, headers = {} } = options;
    noteSecret(key);
    noteSecret(headers['authorization']?.replace(/^\S+ +/, ''));
    noteSecretsOfBody(body);
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    });
    const { status, headers: answered } = response;
    const contentType = answered.get('content-type');
    const text = isEndless(contentType) ? await beginningOf(response) : await response.text();
    const json = parsed(contentType, text);
    noteSecretsOfAnswer(json);
    seenAnswers.push({ method, path: path.split('?', 1).join(), status, contentType, body: json });
    return { status, headers: answered, text, body: json };
  }

  /** Calls a service route, with the token. */
  async internal(method: string, path: string, body?: unknown): Promise<TestAnswer> {
    return this.request(method, path, { key: INTERNAL_TOKEN, ...(body !== undefined && { body }) });
  }

  /** Creates a partner with at least one company and an API key. */
  async partner({
    companies = [nextCompanyId++],
    features = [],
    scopes,
  }: PartnerOptions = {}): Promise<TestPartner> {
    const created = await this.internal('POST', '/internal/partner', { name: 'Test partner', features });
    const id: number = created.body.id;
    for (const companyId of companies) {
      await this.internal('PUT', `/internal/partner/${id}/company/${companyId}`);
    }
    const key = await this.internal(
      'POST',
      `/internal/partner/${id}/apiKey`,
      scopes === undefined ? {} : { scopes },
    );
    return { id, key: key.body.key, companyId: companies[0] ?? 0 };
  }
}

/**
 * Starts the whole service on a new database and a free port of 127.0.0.1. `overrides` are settings by their names in
 * the environment. `log` takes the lines of standard output, which are also kept for the check at the end. `options`
 * are those that a process cannot be given.
 */
export async function startApp(
  overrides: Partial<Record<string, string>> = {},
  log?: LogOutput,
  options: { readonly readerPatienceMs?: number } = {},
): Promise<TestApp> {
  const database = await testDatabase();
  const dataDir = path.join(os.tmpdir(), `livery-test-${randomBytes(6).toString('hex')}`);
  const environment = {
    DATABASE_URL: database.url,
    INTERNAL_TOKEN,
    SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'trace',
    DATA_DIR: dataDir,
    ...overrides,
  };
  noteSecretsOfSettings(environment);
  const settings = new Settings(environment);
  const output: LogOutput = {
    write: (line) => {
      seenLog.push(line);
      log?.write(line);
    },
  };
  const app = await createApp(settings, openLog(settings.logLevel, output), options);
  await app.listen(0, '127.0.0.1');
  const pool = databaseReader(database.url);
  const stop = async () => {
    await pool.end();
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return new TestApp((await app.getUrl()).replace('[::1]', '127.0.0.1'), pool, stop, app);
}

function isEndless(contentType: string | null): boolean {
  return contentType?.startsWith('text/event-stream') === true;
}

/** The first results. Does not wait for the others. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const beginning = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(beginning?.value);
}

function parsed(contentType: string | null, text: string): Json {
  const isJson = /\bjson\b/.test(contentType ?? '');
  return isJson && text !== '' ? JSON.parse(text) : undefined;
}
