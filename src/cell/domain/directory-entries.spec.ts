import { isEmpty, without } from './directory-entries.js';

describe('Entries of the directory', () => {
  const acme = { issuer: 'https://id.acme.example', audience: 'livery' };

  it('contain only the missing ones', () =>
    expect(
      without({ companies: [1, 2, 3], issuers: [acme] }, { companies: [2, 9], issuers: [{ ...acme }] }),
    ).toEqual({ companies: [1, 3], issuers: [] }));

  it('distinguish issuers by both issuer and audience', () =>
    expect(
      without(
        { companies: [], issuers: [acme] },
        { companies: [], issuers: [{ issuer: acme.issuer, audience: 'other' }] },
      ).issuers,
    ).toEqual([acme]));

  it('may be empty', () => {
    expect(isEmpty({ companies: [], issuers: [] })).toBe(true);
    expect(isEmpty({ companies: [], issuers: [acme] })).toBe(false);
  });
});
