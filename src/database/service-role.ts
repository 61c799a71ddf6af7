import { Client } from 'pg';

/** The service's role on the embedded server. It owns the tables and has no other rights. */
export const SERVICE_ROLE = 'livery_service';

/**
 * Creates the role and its database on the embedded server if they are missing. A superuser would bypass row-level
 * security, so tables created as superuser by earlier versions are transferred to the role.
 * @param addressOf returns the superuser's URL of a database of the server
 */
export async function openServiceDatabase(
  database: string,
  password: string,
  addressOf: (database: string) => string,
): Promise<void> {
  await asSuperuser(addressOf('postgres'), async (client) => {
    // If two processes start together, the second waits and finds everything.
    await client.query('SELECT pg_advisory_lock(1)');
    if (await isMissing(client, 'SELECT FROM pg_roles WHERE rolname = $1', SERVICE_ROLE)) {
      await client.query(`CREATE ROLE ${SERVICE_ROLE} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
    }
    if (await isMissing(client, 'SELECT FROM pg_database WHERE datname = $1', database)) {
      await client.query(`CREATE DATABASE ${database} OWNER ${SERVICE_ROLE}`);
    } else {
      await client.query(`ALTER DATABASE ${database} OWNER TO ${SERVICE_ROLE}`);
      await asSuperuser(addressOf(database), handOver);
    }
  });
}

/** Transfers all tables to the role, together with what belongs to them, such as sequences. */
async function handOver(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND r.rolname <> $1`,
    [SERVICE_ROLE],
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} OWNER TO ${SERVICE_ROLE}`);
}

async function isMissing(client: Client, question: string, name: string): Promise<boolean> {
  const { rowCount } = await client.query(question, [name]);
  return rowCount === 0;
}

async function asSuperuser(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
