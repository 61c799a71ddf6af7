import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseReader, testDatabase } from '../support/test-database.js';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
/** The module of each table. Others use its views and functions (docs/architecture.md). */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  cell: [
    'cell',
    'cell_company',
    'cell_issuer',
    'move_mark',
    'moved_partner',
    'moved_token',
    'moving_partner',
    'partner_move',
  ],
  partner: ['api_key', 'idempotency_key', 'partner', 'partner_company', 'partner_jwt', 'rate_limit'],
  rendering: ['rendered_structure'],
  event: ['outbox'],
  'email-template': [
    'email_snippet',
    'email_snippet_version',
    'email_template',
    'email_template_assignment',
    'email_template_draft',
    'email_template_version',
  ],
  'webhook-subscription': ['webhook_subscription', 'webhook_subscription_history'],
  delivery: [
    'delivery_attempt',
    'delivery_attempt_log',
    'delivery_end',
    'delivery_rate',
    'delivery_statistics',
    'erased_delivery',
    'event',
    'event_key',
    'lane',
    'recovered_delivery',
    'webhook_subscription_health',
  ],
  email: [
    'email',
    'email_attachment',
    'email_attempt',
    'email_attempt_log',
    'email_content',
    'email_end',
    'email_statistics',
    'partner_sender',
    'suppression',
  ],
  console: ['portal_link'],
  contact: ['contact'],
  notice: ['notice'],
  operations: ['erasure'],
};
/** Other modules that lock a partner's row: a change of a sender needs it, and an email has the partner's name. */
const EXCEPTIONS = ['email/sender/sender.repository.ts: partner', 'email/sender/sender.sql.ts: partner'];

const REFERENCE = /\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?([a-z_]+)\b/g;

describe('Each table', () => {
  it('has an owner', async () => {
    const database = await testDatabase();
    const reader = databaseReader(database.url);
    const { rows } = await reader.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         AND relname <> 'migrations'`,
    );
    await reader.end();
    await database.drop();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.values(OWNERS).flat().toSorted());
  });

  it('appears only in the SQL of its owner', () => {
    const ownerOf = new Map(
      Object.entries(OWNERS).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
    );
    const foreign = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(repository|sql)\.ts$/.test(file))
      .flatMap((file) => {
        const [folder] = file.split(path.sep);
        const named = [...readFileSync(path.join(SRC, file), 'utf8').matchAll(REFERENCE)];
        const tables = new Set(named.map(([, table = '']) => table));
        return [...tables]
          .filter((table) => ownerOf.has(table) && ownerOf.get(table) !== folder)
          .map((table) => `${file}: ${table}`);
      });
    expect(foreign.toSorted()).toEqual(EXCEPTIONS);
  });
});
