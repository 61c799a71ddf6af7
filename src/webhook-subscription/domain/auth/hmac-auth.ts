import { createHmac } from 'node:crypto';
import type { AuthType } from './auth-type.js';
import { headerNameProblem, MAX_HEADER_NAME } from './header-rules.js';

/** An HMAC (RFC 2104) of the exact body, for receivers with their own verification scheme. */
export const hmacAuth: AuthType = {
  name: 'hmac',
  meaning: 'an HMAC of the body in a header of your choice',

  members: {
    secret: {
      label: 'Secret',
      description: 'the key, as UTF-8 text',
      example: 'correct horse battery staple',
      maxLength: 1_024,
      isSecret: true,
      problemIn: (secret) => (secret === '' ? 'Must not be empty.' : null),
    },
    header: {
      label: 'Header',
      description: 'a header that neither the service nor HTTP sets',
      example: 'X-Signature',
      maxLength: MAX_HEADER_NAME,
      isSecret: false,
      problemIn: headerNameProblem,
    },
    algorithm: {
      label: 'Algorithm',
      description: 'the hash function',
      example: 'sha256',
      maxLength: 16,
      isSecret: false,
      oneOf: ['sha256', 'sha512'],
    },
    encoding: {
      label: 'Encoding',
      description: 'how the header spells the digest',
      example: 'hex',
      maxLength: 16,
      isSecret: false,
      oneOf: ['hex', 'base64'],
    },
  },

  headers: ({ secret = '', header = '', algorithm = '', encoding }, { body }) => {
    const digest = createHmac(algorithm, secret).update(body);
    return { [header.toLowerCase()]: digest.digest(encoding === 'base64' ? 'base64' : 'hex') };
  },
};
