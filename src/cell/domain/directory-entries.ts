/** Identifies the tokens of one partner's identity provider. */
export interface Issuer {
  readonly issuer: string;
  readonly audience: string;
}

/** A cell's entries in the directories of the others: the companies and token issuers of its partners. */
export interface DirectoryEntries {
  readonly companies: readonly number[];
  readonly issuers: readonly Issuer[];
}

/** Those of `entries` that are not in `others`. */
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
