import { InvalidInput } from '../../../shared/domain/errors.js';
import { authAfter, type AuthChoice, authProblems, NO_AUTH, type PresentAuth } from './auth-choice.js';
import { authTypes } from './auth-types.js';
import { basicAuth } from './basic-auth.js';

const credentials = { username: 'ada', password: 'secret' };
const present: PresentAuth = { authType: 'basicauth', authData: credentials };
/** Its key is gone: it is in place, but nobody can read it. */
const unreadable: PresentAuth = { authType: 'basicauth', authData: null };

function problems(choice: unknown, before: PresentAuth = NO_AUTH): string[] {
  return authProblems(choice as AuthChoice, before).map(({ pointer, code }) => `${pointer} ${code}`);
}

const message = { id: 'msg_1', timestamp: 1_770_000_000, url: 'https://hooks.partner.example/', body: '{}' };

describe('The choice of credentials', () => {
  it('sets them', () => {
    const choice = { authType: 'basicauth', authData: credentials };
    expect(authAfter(choice, NO_AUTH)).toEqual({ authType: 'basicauth', authData: credentials });
    expect(authAfter(choice, present)).toEqual({ authType: 'basicauth', authData: credentials });
  });

  it('clears them by authType null, with any authData', () => {
    expect(authAfter({ authType: null }, present)).toBe('none');
    expect(authAfter({ authType: null, authData: { username: 'x', password: '********' } }, present)).toBe(
      'none',
    );
  });

  it('needs both or neither of authType and authData in a new subscription', () => {
    expect(authAfter({}, NO_AUTH)).toBe('none');
    expect(authAfter({ authType: null, authData: null }, NO_AUTH)).toBe('none');
    expect(authAfter({ authData: null }, NO_AUTH)).toBe('none');
    expect(problems({ authType: 'basicauth' })).toEqual(['/authData required']);
    expect(problems({ authType: 'basicauth', authData: null })).toEqual(['/authData required']);
    expect(problems({ authData: credentials })).toEqual(['/authType required']);
  });

  it('keeps stored members that are absent', () => {
    expect(authAfter({}, present)).toBe('kept');
    expect(authAfter({ authType: 'basicauth' }, present)).toBe('kept');
    expect(authAfter({}, unreadable)).toBe('kept');
  });

  it('cannot remove credentials while authType stays', () => {
    expect(problems({ authData: null }, present)).toEqual(['/authData required']);
    expect(problems({ authType: 'basicauth', authData: null }, present)).toEqual(['/authData required']);
  });

  it('keeps a stored password if the mask is sent, and changes the rest', () => {
    const choice = { authData: { username: 'grace', password: '********' } };
    expect(authAfter(choice, present)).toEqual({
      authType: 'basicauth',
      authData: { username: 'grace', password: 'secret' },
    });
  });

  it('has codes in snake_case for members in camelCase', () => {
    const authData = { tokenUrl: 'https://login.example/token', clientId: '', clientSecret: 'x' };
    expect(problems({ authType: 'oauth2', authData })).toEqual(['/authData/clientId invalid_client_id']);
  });

  it('refuses the mask if there is no password to keep', () => {
    const choice = { authType: 'basicauth', authData: { username: 'ada', password: '********' } };
    expect(problems(choice)).toEqual(['/authData/password not_allowed']);
    expect(problems(choice, unreadable)).toEqual(['/authData/password not_allowed']);
    expect(() => authAfter(choice, NO_AUTH)).toThrow(InvalidInput);
  });

  it.each([
    [{ authType: 'oauth', authData: credentials }, ['/authType not_allowed']],
    [{ authType: 5 }, ['/authType not_allowed']],
    [{ authType: 'basicauth', authData: 'ada:secret' }, ['/authData wrong_type']],
    [{ authType: null, authData: 'ada:secret' }, ['/authData wrong_type']],
    [{ authType: 'basicauth', authData: [] }, ['/authData wrong_type']],
    [{ authType: 'basicauth', authData: {} }, ['/authData/username required', '/authData/password required']],
    [
      { authType: 'basicauth', authData: { username: 1, password: null } },
      ['/authData/username wrong_type', '/authData/password wrong_type'],
    ],
    [{ authType: 'basicauth', authData: { ...credentials, realm: 'x' } }, ['/authData/realm unknown_member']],
    [
      { authType: 'basicauth', authData: { username: 'a:b', password: 'x:y' } },
      ['/authData/username invalid_username'],
    ],
    [
      { authType: 'basicauth', authData: { username: 'a\nb', password: '' } },
      ['/authData/username invalid_username'],
    ],
    [
      { authType: 'basicauth', authData: { username: 'a\u0085b', password: '' } },
      ['/authData/username invalid_username'],
    ],
    [
      { authType: 'basicauth', authData: { username: 'a'.repeat(1025), password: 'b'.repeat(1025) } },
      ['/authData/username too_long', '/authData/password too_long'],
    ],
  ])('refuses %j', (choice, expected) => {
    expect(problems(choice)).toEqual(expected);
  });
});

describe('Basic authentication', () => {
  it('sends user name and password in UTF-8, colons of the password included', () => {
    expect(basicAuth.headers({ username: 'ådå', password: 'p:ä😀' }, message)).toEqual({
      authorization: `Basic ${Buffer.from('ådå:p:ä😀', 'utf8').toString('base64')}`,
    });
  });

  it('works with an empty user name', () => {
    expect(basicAuth.headers({ username: '', password: 'token' }, message)).toEqual({
      authorization: 'Basic OnRva2Vu',
    });
  });
});

describe('The auth types', () => {
  it('have distinct names', () => {
    expect(new Set(authTypes.map(({ name }) => name)).size).toBe(authTypes.length);
  });
});
