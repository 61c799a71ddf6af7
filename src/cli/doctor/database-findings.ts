import type { DatabaseState } from './database-state.sql.js';
import { type Finding, ok, warning, wrong } from './finding.js';

/** The oldest version that the service is tested with. */
const OLDEST_TESTED = 15;
const CLOCKS_APART_MS = { warning: 2_000, wrong: 60_000 };

/** The findings about a database. */
export function databaseFindings(state: DatabaseState): Finding[] {
  return [
    versionOf(state),
    writingOf(state),
    poolerOf(state),
    roleOf(state),
    migrationsOf(state),
    ...durabilityOf(state),
    clockOf(state),
  ];
}

function versionOf({ version, major, isReplica }: DatabaseState): Finding {
  if (isReplica) {
    return wrong(
      'database',
      `PostgreSQL ${version}, a replica: nothing can be written.`,
      'Point DATABASE_URL at the primary.',
    );
  }
  if (major >= OLDEST_TESTED) return ok('database', `PostgreSQL ${version} answers.`);
  return warning(
    'database',
    `PostgreSQL ${version} answers.`,
    `Livery is tested with ${OLDEST_TESTED} and later: upgrade the server.`,
  );
}

function writingOf({ writeRefused }: DatabaseState): Finding {
  if (writeRefused === null) return ok('writing', 'A test write succeeded, and was rolled back.');
  return wrong(
    'writing',
    `A test write was refused: ${writeRefused}.`,
    'Free space on the disk of the database, or make the database writable. The service then continues by itself.',
  );
}

function poolerOf({ isDirect }: DatabaseState): Finding {
  if (isDirect) return ok('pooler', 'There is no pooler between the service and PostgreSQL.');
  return warning(
    'pooler',
    'There is a pooler between the service and PostgreSQL.',
    'It must pool by session (PgBouncer: pool_mode = session), because lanes are locks of sessions.',
  );
}

function roleOf({ isAbovePolicies }: DatabaseState): Finding {
  if (!isAbovePolicies) return ok('role', 'Row-level security applies to it.');
  return warning(
    'role',
    'It is a superuser or has BYPASSRLS, so row-level security does not separate partners; only the service does.',
    'Give the database to a role that is neither, and name that in DATABASE_URL (docs/operating.md, PostgreSQL).',
  );
}

function migrationsOf({ missingMigrations: missing }: DatabaseState): Finding {
  if (missing === null) return ok('migrations', 'None has run; the first start of the service runs them.');
  if (missing.length === 0) return ok('migrations', 'All have run.');
  return warning(
    'migrations',
    `These have not run: ${missing.join(', ')}.`,
    'The next start of this version runs them. Until then /health/ready answers 503.',
  );
}

/** The finding about settings that could lose accepted events in a crash of the server or its machine. */
function durabilityOf({ settings }: DatabaseState): Finding[] {
  const isRisky = {
    fsync: settings.fsync === 'off',
    synchronous_commit: settings.synchronous_commit === 'off',
    full_page_writes: settings.full_page_writes === 'off',
  };
  const risky = Object.entries(isRisky).filter(([, is]) => is);
  if (risky.length === 0) return [ok('durability', 'Commits are written to disk.')];
  return risky.map(([name]) =>
    wrong(
      'durability',
      `${name} is off.`,
      `Set ${name} = on in postgresql.conf: an accepted event could be lost in a crash.`,
    ),
  );
}

function clockOf({ aheadMs }: DatabaseState): Finding {
  const apart = Math.abs(aheadMs);
  const found = `The database’s clock is ${apart} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine’s.`;
  if (apart <= CLOCKS_APART_MS.warning) return ok('clock', found);
  const judge = apart <= CLOCKS_APART_MS.wrong ? warning : wrong;
  return judge(
    'clock',
    found,
    'Let both take their time from NTP. Receivers refuse webhooks whose timestamp is minutes off.',
  );
}
