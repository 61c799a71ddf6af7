import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** A stored structure. `digest` includes the versions of everything that made it. */
export interface StoredStructure {
  readonly digest: Buffer;
  readonly structure: Buffer;
}

/** The most bytes stored per partner. The least recently used structures are removed first. */
const PARTNER_BYTES = 64 * 1024 * 1024;
/** How many days a structure is kept after a thread last loaded it. */
const UNUSED_DAYS = 30;

/** Stores partners' compiled templates without data. A cache: losing rows only costs time. */
@Injectable()
export class RenderedStructureRepository {
  constructor(private readonly database: Database) {}

  /** `isStale`: the structure should be marked as used. */
  async find(partnerId: number, digest: Buffer): Promise<(StoredStructure & { isStale: boolean }) | null> {
    const { rows } = await this.database.pool.query<StoredStructure & { isStale: boolean }>({
      name: 'find-rendered-structure',
      text: `SELECT digest, structure, used_at < now() - interval '1 day' AS "isStale"
             FROM rendered_structure WHERE partner_id = $1 AND digest = $2`,
      values: [partnerId, digest],
    });
    return rows[0] ?? null;
  }

  /** Writes structures of one partner, and removes those that exceed the limit. */
  async save(partnerId: number, structures: readonly StoredStructure[]): Promise<void> {
    await this.database.pool.query(
      `INSERT INTO rendered_structure (partner_id, digest, structure)
       SELECT p.id, s.digest, s.structure
       FROM known_partner p, unnest($2::bytea[], $3::bytea[]) AS s (digest, structure) WHERE p.id = $1
       ORDER BY s.digest
       ON CONFLICT (partner_id, digest) DO UPDATE SET structure = excluded.structure, used_at = now()`,
      [partnerId, structures.map(({ digest }) => digest), structures.map(({ structure }) => structure)],
    );
    await this.database.pool.query(
      `DELETE FROM rendered_structure r USING (
         SELECT digest, sum(octet_length(structure)) OVER (ORDER BY used_at DESC, digest) AS bytes
         FROM rendered_structure WHERE partner_id = $1) ranked
       WHERE r.partner_id = $1 AND r.digest = ranked.digest AND ranked.bytes > $2`,
      [partnerId, PARTNER_BYTES],
    );
  }

  async markUsed(partnerId: number, digests: readonly Buffer[]): Promise<void> {
    await this.database.pool.query(
      'UPDATE rendered_structure SET used_at = now() WHERE partner_id = $1 AND digest = ANY ($2)',
      [partnerId, digests],
    );
  }

  /** Retention: removes structures that were not loaded for 30 days. Returns how many. */
  async removeUnused(): Promise<number> {
    const { rowCount } = await this.database.pool.query(
      `DELETE FROM rendered_structure WHERE used_at < now() - interval '${UNUSED_DAYS} days'`,
    );
    return rowCount ?? 0;
  }
}
