import { Client } from 'pg';

/**
 * Creates a schema in a database if it is missing. Returns the address under which its tables are found without naming
 * the schema.
 * @throws TypeError when the name would need quotes
 */
export async function ownSchema(databaseUrl: string, schema: string): Promise<string> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new TypeError(`“${schema}” cannot be the name of a schema.`);
  const client = new Client({ connectionString: databaseUrl, application_name: 'livery schema' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
    if (rowCount === 0) await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  } finally {
    await client.end();
  }
  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options');
  url.searchParams.set('options', `${options === null ? '' : `${options} `}-c search_path=${schema}`);
  return url.href;
}
