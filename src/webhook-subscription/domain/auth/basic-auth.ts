import { AuthType } from './auth-type.js';

const MAX_LENGTH = 1_024;

/** HTTP Basic (RFC 7617), in UTF-8. */
export const basicAuth: AuthType = {
  name: 'basicauth',

  members: {
    username: {
      description: 'May be empty; without colon and control characters, which the scheme cannot carry.',
      example: 'livery',
      maxLength: MAX_LENGTH,
      isSecret: false,
      problemIn: (username) =>
        /[:\p{Cc}]/u.test(username) ? 'Must not contain a colon or a control character.' : null,
    },
    password: {
      description: 'Reads back as `********`; sent back so, it keeps the stored password.',
      example: 'correct horse battery staple',
      maxLength: MAX_LENGTH,
      isSecret: true,
    },
  },

  headers: ({ username = '', password = '' }) => ({
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  }),
};
