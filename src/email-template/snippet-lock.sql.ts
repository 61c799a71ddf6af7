import type { EntityManager } from 'typeorm';
import { SnippetsChanged } from './domain/snippets-changed.js';

/** First key of the advisory lock for writing a partner's snippets and the templates that include them. */
const SNIPPET_LOCK = 0x534e4950;

/** The id of a snippet and one of its versions. */
export interface SnippetVersionId {
  readonly id: number;
  readonly version: number;
}

/**
 * Locks a partner's snippets. Call it before any row is locked, so that saves of templates and snippets cannot
 * deadlock.
 */
export async function lockSnippets(transaction: EntityManager, partnerId: number): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock($1, $2)', [SNIPPET_LOCK, partnerId]);
}

/** Makes sure, under the lock, that the snippets still have these versions. @throws SnippetsChanged */
export async function requireSnippets(
  transaction: EntityManager,
  partnerId: number,
  snippets: readonly SnippetVersionId[],
): Promise<void> {
  if (snippets.length === 0) return;
  const found = await transaction.query<SnippetVersionId[]>(
    `SELECT id, version FROM email_snippet WHERE partner_id = $1 AND deleted_at IS NULL AND id = ANY ($2)`,
    [partnerId, snippets.map(({ id }) => id)],
  );
  const versions = new Map(found.map(({ id, version }) => [id, version]));
  if (snippets.some(({ id, version }) => versions.get(id) !== version)) throw new SnippetsChanged();
}
