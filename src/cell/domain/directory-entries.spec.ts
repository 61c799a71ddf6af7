import { isEmpty, without } from './directory-entries.js';

describe('Entries of the directory', () => {
  const acme = { issuer: 'https://id.acme.example', audience: 'livery' };

  it('lack those of others', () =>
    expect(
      without({ companies: [1, 2, 3], issuers: [acme] }, { companies: [2, 9], issuers: [{ ...acme }] }),
    ).toEqual({ companies: [1, 3], issuers: [] }));

  it('tell issuers apart by both of their parts', () =>
    expect(
      without(
        { companies: [], issuers: [acme] },
        { companies: [], issuers: [{ issuer: acme.issuer, audience: 'other' }] },
      ).issuers,
    ).toEqual([acme]));

  it('may be none', () => {
    expect(isEmpty({ companies: [], issuers: [] })).toBe(true);
    expect(isEmpty({ companies: [], issuers: [acme] })).toBe(false);
  });
});
