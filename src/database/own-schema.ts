import { inSchema, isSchemaName } from '../shared/domain/schema-url.js';
import { newClient } from './connecting.js';

/**
 * Creates a schema in a database if it is missing. Returns a URL whose search path contains the schema.
 * @throws TypeError if the name would need quotes
 */
export async function ownSchema(databaseUrl: string, schema: string): Promise<string> {
  if (!isSchemaName(schema)) throw new TypeError(`“${schema}” cannot be the name of a schema.`);
  const client = newClient(databaseUrl, { application_name: 'livery schema' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
    if (rowCount === 0) await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  } finally {
    await client.end();
  }
  return inSchema(databaseUrl, schema);
}
