/** Names the tokens of one partner's identity provider. */
export interface Issuer {
  readonly issuer: string;
  readonly audience: string;
}

/** What the directory of the other cells has of a cell: whom its partners' events and tokens come from. */
export interface DirectoryEntries {
  readonly companies: readonly number[];
  readonly issuers: readonly Issuer[];
}

/** The entries that are missing from others. */
export function without(entries: DirectoryEntries, others: DirectoryEntries): DirectoryEntries {
  const companies = new Set(others.companies);
  const issuers = new Set(others.issuers.map(nameOf));
  return {
    companies: entries.companies.filter((company) => !companies.has(company)),
    issuers: entries.issuers.filter((issuer) => !issuers.has(nameOf(issuer))),
  };
}

export function isEmpty({ companies, issuers }: DirectoryEntries): boolean {
  return companies.length === 0 && issuers.length === 0;
}

function nameOf({ issuer, audience }: Issuer): string {
  return JSON.stringify([issuer, audience]);
}
