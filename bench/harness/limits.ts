import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { Bench, ENDPOINTS } from './bench.js';
import type { ScenarioResult } from './result.js';
import { spreadOf } from './statistics.js';

const SYNCS = 300;
const PAGE = Buffer.alloc(8_192, 1);
const ROWS = 500;
const GROUPS = 40;
const POSTS = 20_000;
const POSTS_AT_ONCE = 500;

/** The limits of the machine at this moment, measured first in every run as a reference for the other figures. */
export async function limitsOf(bench: Bench): Promise<ScenarioResult> {
  const measure = async (once: () => Promise<number> | number) => {
    const figures: number[] = [];
    for (let round = 0; round < bench.options.rounds; round++) figures.push(await once());
    return spreadOf(figures);
  };
  const pool = new Pool({ connectionString: await bench.database.create({ migrated: false }), max: 1 });
  await pool.query(
    'CREATE TABLE event (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data text NOT NULL)',
  );
  const transport = bench.plainTransport();
  const result = {
    scenario: 'limits of the machine at this moment',
    measures: [
      { what: 'write and fdatasync of 8 KiB', unit: 'per second', spread: await measure(syncs) },
      {
        what: `bare insert, ${ROWS} rows per transaction`,
        unit: 'rows/s',
        spread: await measure(() => rows(bench, pool)),
      },
      {
        what: `bare POST, ${POSTS_AT_ONCE} at once, nothing signed or queued`,
        unit: 'per second',
        spread: await measure(() => posts(bench, transport)),
      },
    ],
    notes: [],
  };
  await transport.close();
  await pool.end();
  return result;
}

function syncs(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'livery-bench-sync-'));
  const file = openSync(path.join(folder, 'file'), 'w');
  const start = performance.now();
  for (let sync = 0; sync < SYNCS; sync++) {
    writeSync(file, PAGE);
    fdatasyncSync(file);
  }
  const seconds = (performance.now() - start) / 1_000;
  closeSync(file);
  rmSync(folder, { recursive: true });
  return SYNCS / seconds;
}

async function rows(bench: Bench, pool: Pool): Promise<number> {
  const texts = bench
    .plainWorld()
    .events(ROWS)
    .map(({ json }) => json);
  const start = performance.now();
  for (let group = 0; group < GROUPS; group++) {
    const text = 'INSERT INTO event (data) SELECT unnest($1::text[])';
    await pool.query({ name: 'insert', text, values: [texts] });
  }
  return (ROWS * GROUPS * 1_000) / (performance.now() - start);
}

async function posts(bench: Bench, transport: ReturnType<Bench['plainTransport']>): Promise<number> {
  const url = `http://127.0.0.1:${bench.plainPort}/${ENDPOINTS}`;
  const [{ json: body } = { json: '' }] = bench.plainWorld().events(1);
  const headers = { 'content-type': 'application/json' };
  let left = POSTS;
  const post = async (): Promise<void> => {
    while (left-- > 0) await transport.send({ partnerId: 1, url, headers, body });
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, post));
  return (POSTS * 1_000) / (performance.now() - start);
}
