import type { AuthType } from './auth-type.js';

const MAX_LENGTH = 1_024;

/** HTTP Basic (RFC 7617), in UTF-8. */
export const basicAuth: AuthType = {
  name: 'basicauth',
  meaning: 'user name and password (HTTP Basic)',

  members: {
    username: {
      label: 'User name',
      description: 'may be empty; without a colon or control character',
      example: 'livery',
      maxLength: MAX_LENGTH,
      isSecret: false,
      problemIn: (username) =>
        /[:\p{Cc}]/u.test(username) ? 'Must not contain a colon or a control character.' : null,
    },
    password: {
      label: 'Password',
      description: 'may be empty',
      example: 'correct horse battery staple',
      maxLength: MAX_LENGTH,
      isSecret: true,
    },
  },

  headers: ({ username = '', password = '' }) => ({
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  }),
};
