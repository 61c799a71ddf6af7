import { MoveRefused } from './domain/move-refused.js';
import type { MoveDatabase } from './move-database.repository.js';

interface Server {
  readonly version: number;
  readonly walLevel: string;
  readonly senders: number;
  readonly workers: number;
  readonly place: string;
  readonly schema: string;
  readonly mayMove: boolean;
  readonly migrations: string;
}

/** The first with row filters for publications. */
const OLDEST_VERSION = 150_000;

const LOOK = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('wal_level') AS "walLevel",
    current_setting('max_wal_senders')::int AS senders,
    current_setting('max_logical_replication_workers')::int AS workers,
    (SELECT system_identifier FROM pg_control_system()) || ' ' || current_database() AS place,
    current_schema() AS schema,
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "mayMove",
    (SELECT string_agg(name, ' ' ORDER BY name) FROM migrations) AS migrations`;

/** The reasons why rows cannot be replicated from one cell to another; empty if they can. */
export async function faultsOf(source: MoveDatabase, target: MoveDatabase): Promise<string[]> {
  const [from, to] = [await source.row<Server>(LOOK), await target.row<Server>(LOOK)];
  return [
    ...roleFaults(source.name, from),
    ...roleFaults(target.name, to),
    ...(from.walLevel === 'logical'
      ? []
      : [
          `The server of cell ${source.name} has wal_level = ${from.walLevel}: set wal_level = logical there, and restart it.`,
        ]),
    ...(from.senders > 0 ? [] : [`The server of cell ${source.name} has max_wal_senders = 0.`]),
    ...(to.workers > 0 ? [] : [`The server of cell ${target.name} has max_logical_replication_workers = 0.`]),
    ...(from.place === to.place
      ? ['The cells are schemas of one database, between which PostgreSQL cannot replicate.']
      : []),
    ...(from.schema === to.schema
      ? []
      : [
          `PostgreSQL can only replicate into a schema of the same name, not from ${from.schema} to ${to.schema}.`,
        ]),
    ...(from.migrations === to.migrations
      ? []
      : ['The cells have different tables: start the same version of Livery in both.']),
  ];
}

/** @throws MoveRefused with all reasons */
export async function requireReplication(source: MoveDatabase, target: MoveDatabase): Promise<void> {
  const faults = await faultsOf(source, target);
  if (faults.length > 0) throw new MoveRefused(faults.join('\n'));
}

/** The target must not have the companies: event keys are unique per company, and both cells have keys of their own. */
export async function requireNewCompanies(target: MoveDatabase, companies: readonly number[]): Promise<void> {
  const shared = await target.rows<{ company: number }>(
    'SELECT DISTINCT company_id AS company FROM present_company WHERE company_id = ANY ($1) ORDER BY 1 LIMIT 10',
    [companies],
  );
  if (shared.length === 0) return;
  const named = shared.map(({ company }) => company).join(', ');
  throw new MoveRefused(
    `Companies of the partner have another partner in cell ${target.name} (${named}). That cell identifies events by the ids that their companies gave them, so an event of both cells could be lost.`,
  );
}

/** No other partner with one of the companies may be moving: the keys of their events would be copied twice. */
export async function requireNoOtherMove(
  databases: readonly MoveDatabase[],
  partnerId: number,
  companies: readonly number[],
): Promise<void> {
  for (const database of databases) {
    const [other] = await database.rows<{ partner: number; company: number }>(
      `SELECT c.partner_id AS partner, c.company_id AS company
       FROM moving_partner m JOIN attached_company c ON c.partner_id = m.partner_id
       WHERE m.partner_id <> $1 AND c.company_id = ANY ($2) ORDER BY 1, 2 LIMIT 1`,
      [partnerId, companies],
    );
    if (other === undefined) continue;
    throw new MoveRefused(
      `Partner ${other.partner} has company ${other.company} too, and is being moved: finish that move first.`,
    );
  }
}

/** The companies that the partner shares with partners who stay. */
export async function companiesLeftBehind(source: MoveDatabase, partnerId: number): Promise<number[]> {
  const shared = await source.rows<{ company: number }>(
    `SELECT DISTINCT c.company_id AS company
     FROM attached_company c JOIN attached_company o ON o.company_id = c.company_id AND o.partner_id <> c.partner_id
     WHERE c.partner_id = $1 AND o.partner_id IN (SELECT id FROM live_partner) ORDER BY 1 LIMIT 10`,
    [partnerId],
  );
  return shared.map(({ company }) => company);
}

function roleFaults(cell: string, { version, mayMove }: Server): string[] {
  const faults: string[] = [];
  if (version < OLDEST_VERSION) faults.push(`The server of cell ${cell} must be PostgreSQL 15 or later.`);
  if (!mayMove)
    faults.push(
      `The role of cell ${cell} in CELLS_FILE must be a superuser for this command: replication is above row-level security. Give the command a CELLS_FILE of its own.`,
    );
  return faults;
}
