import { migrations } from '../../migrations/migrations.js';

/** The names of migrations of this version that the database has not run. */
export function missingMigrations(seen: readonly { readonly name: string }[]): string[] {
  const names = new Set(seen.map(({ name }) => name));
  return migrations.map((migration) => new migration().name).filter((name) => !names.has(name));
}
