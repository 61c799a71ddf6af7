import type { AuthType } from './auth-type.js';
import { headerNameProblem, headerValueProblem, MAX_HEADER_NAME } from './header-rules.js';

/** An unchanged secret in a header chosen by the partner. */
export const headerAuth: AuthType = {
  name: 'header',
  meaning: 'a secret in a header of your choice',

  members: {
    name: {
      label: 'Header',
      description: 'a header that neither the service nor HTTP sets',
      example: 'X-Api-Key',
      maxLength: MAX_HEADER_NAME,
      isSecret: false,
      problemIn: headerNameProblem,
    },
    value: {
      label: 'Value',
      description: 'visible ASCII characters, with spaces only between them',
      example: 'correct-horse-battery-staple',
      maxLength: 8_192,
      isSecret: true,
      problemIn: headerValueProblem,
    },
  },

  headers: ({ name = '', value = '' }) => ({ [name.toLowerCase()]: value }),
};
