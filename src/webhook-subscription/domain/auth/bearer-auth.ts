import type { AuthType } from './auth-type.js';

/** A static bearer token (RFC 6750, section 2.1). */
export const bearerAuth: AuthType = {
  name: 'bearer',
  meaning: 'bearer token (RFC 6750)',

  members: {
    token: {
      label: 'Token',
      description: 'letters, digits and -._~+/, and = at the end',
      example: 'mF_9.B5f-4.1JqM',
      maxLength: 8_192,
      isSecret: true,
      problemIn: (token) =>
        /^[\w.~+/-]+=*$/.test(token) ? null : 'Must be letters, digits and -._~+/, and = at the end.',
    },
  },

  headers: ({ token = '' }) => ({ authorization: `Bearer ${token}` }),
};
