import { withDatabaseOption } from './database-url.js';

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/** True for the name of a schema that needs no quotes. */
export function isSchemaName(name: string): boolean {
  return SCHEMA.test(name);
}

/** Adds the schema to the search path of a database URL. */
export function inSchema(databaseUrl: string, schema: string): string {
  const search = `-c search_path=${schema}`;
  return withDatabaseOption(databaseUrl, 'options', (options) =>
    options === null ? search : `${options} ${search}`,
  );
}
