import { migrations } from '../../migrations/migrations.js';

/** The migrations of this version that are not among those that a database has seen, by name. */
export function missingMigrations(seen: readonly { readonly name: string }[]): string[] {
  const names = new Set(seen.map(({ name }) => name));
  return migrations.map((migration) => new migration().name).filter((name) => !names.has(name));
}
