/**
 * This cell's own entries: the companies `$1`, or the issuers `$1` with audiences `$2`. All of them if `$1` is null.
 */
export const OWN_COMPANIES = `
  SELECT company_id AS company FROM present_company WHERE $1::int[] IS NULL OR company_id = ANY ($1)`;
export const OWN_ISSUERS = `
  SELECT issuer, audience FROM present_issuer
  WHERE $1::text[] IS NULL OR (issuer, audience) IN (SELECT * FROM unnest($1, $2::text[]))`;

/** The copies of the entries of cell `$1`. */
export const COMPANIES_OF_CELL = 'SELECT company_id AS company FROM cell_company WHERE cell = $1';
export const ISSUERS_OF_CELL = 'SELECT issuer, audience FROM cell_issuer WHERE cell = $1';

/** `$1` the cell, `$2` the companies, `$3` and `$4` the issuers and their audiences. Sorted, to avoid deadlocks. */
export const ADD_ENTRIES = `
  WITH added AS (
    INSERT INTO cell_company (company_id, cell)
    SELECT company, $1 FROM unnest($2::int[]) AS company ORDER BY company ON CONFLICT DO NOTHING
  )
  INSERT INTO cell_issuer (issuer, audience, cell)
  SELECT issuer, audience, $1 FROM unnest($3::text[], $4::text[]) AS t (issuer, audience)
  ORDER BY issuer, audience ON CONFLICT DO NOTHING`;
export const REMOVE_ENTRIES = `
  WITH removed AS (
    DELETE FROM cell_company WHERE cell = $1 AND company_id = ANY ($2::int[])
  )
  DELETE FROM cell_issuer
  WHERE cell = $1 AND (issuer, audience) IN (SELECT * FROM unnest($3::text[], $4::text[]))`;

/** The digest must not depend on the version of PostgreSQL, since cells are compared by it. */
const digestOf = (companies: string, issuers: string): string => `
  SELECT concat_ws(' ',
    (SELECT concat_ws(' ', count(*), sum(company_id), sum(company_id::numeric * company_id), bit_xor(company_id))
      FROM ${companies}),
    (SELECT md5(string_agg(issuer || ' ' || audience, ',' ORDER BY issuer COLLATE "C", audience COLLATE "C"))
      FROM ${issuers})) AS digest`;
export const OWN_DIGEST = digestOf('present_company', 'present_issuer');
export const DIGEST_OF_CELL = digestOf(
  '(SELECT company_id FROM cell_company WHERE cell = $1) AS c',
  '(SELECT issuer, audience FROM cell_issuer WHERE cell = $1) AS i',
);
