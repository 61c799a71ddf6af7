import { scopesOfClaim } from './jwt-setting.js';

describe('The scope claim of a token', () => {
  it('gives both scopes when there is none', () => {
    expect(scopesOfClaim(undefined)).toEqual(['read', 'write']);
  });

  it('gives the scopes it names, and ignores other words', () => {
    expect(scopesOfClaim('openid read profile')).toEqual(['read']);
    expect(scopesOfClaim('write read')).toEqual(['write', 'read']);
    expect(scopesOfClaim('openid')).toEqual([]);
    expect(scopesOfClaim('')).toEqual([]);
    expect(scopesOfClaim('readwrite')).toEqual([]);
  });

  it.each([null, 1, ['read'], { read: true }])('gives nothing when it is %p', (claim) => {
    expect(scopesOfClaim(claim)).toEqual([]);
  });
});
