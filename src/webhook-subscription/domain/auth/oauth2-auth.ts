import { type AuthData, type AuthType, AuthUnavailable, type PreparedAuth } from './auth-type.js';

const MAX_TEXT = 1_024;
const MAX_TOKEN = 16_384;
/** The lifetime of a token if the token server does not state one. */
const DEFAULT_SECONDS = 300;
const MAX_SECONDS = 86_400;
/** A token is not used this close to its expiry, because it must still be valid at the receiver. */
const MARGIN_SECONDS = 30;

/** Tokens by client credentials (RFC 6749, section 4.4); the client authenticates with HTTP Basic (section 2.3.1). */
export const oauth2Auth: AuthType = {
  name: 'oauth2',
  meaning: 'OAuth 2.0 client credentials (RFC 6749)',

  members: {
    tokenUrl: {
      label: 'Token URL',
      description: 'https, under the same rules as `url`',
      example: 'https://login.partner.example/oauth2/token',
      maxLength: 2_048,
      isSecret: false,
      isAddress: true,
    },
    clientId: {
      label: 'Client ID',
      description: 'as the token server knows the service',
      example: 'livery',
      maxLength: MAX_TEXT,
      isSecret: false,
      problemIn: (clientId) => (clientId === '' ? 'Must not be empty.' : null),
    },
    clientSecret: {
      label: 'Client secret',
      description: 'any text',
      example: 'correct horse battery staple',
      maxLength: MAX_TEXT,
      isSecret: true,
    },
    scope: {
      label: 'Scope',
      description: 'names with spaces between them; optional',
      example: 'webhooks:write',
      maxLength: MAX_TEXT,
      isSecret: false,
      isOptional: true,
      problemIn: (scope) =>
        /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/.test(scope)
          ? null
          : 'Must be names with single spaces between them.',
    },
  },

  prepare: async ({ tokenUrl = '', clientId = '', clientSecret = '', scope }, tools, signal) => {
    const form = { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) };
    const authorization = `Basic ${Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')}`;
    const { status, body } = await tools.postForm(tokenUrl, form, { authorization, signal });
    if (status !== 200) throw new AuthUnavailable(`the token server answered ${status}${errorIn(body)}`);
    return tokenIn(body);
  },

  headers: ({ token = '' }: AuthData) => ({ authorization: `Bearer ${token}` }),
};

function tokenIn(body: string): PreparedAuth {
  const { access_token: token, token_type: type, expires_in: expiresIn } = membersOf(body);
  if (typeof token !== 'string' || token.length > MAX_TOKEN || !/^[!-~]+$/.test(token))
    throw new AuthUnavailable('the token server answered without a usable access_token');
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer')
    throw new AuthUnavailable('the token server answered with a token that is not a bearer token');
  const seconds = Number(expiresIn ?? DEFAULT_SECONDS);
  const lasting = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_SECONDS) : DEFAULT_SECONDS;
  // If a token lasts less than twice the margin, use it for half of its lifetime.
  const usable = Math.max(lasting - MARGIN_SECONDS, lasting / 2);
  return { state: { token }, validForMs: usable * 1_000 };
}

/** The error code (RFC 6749, section 5.2) for the log. Nothing else, because the answer may repeat a secret. */
function errorIn(body: string): string {
  const { error } = membersOf(body);
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '';
}

function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
