/** @import { Session } from './types.d.ts' */

const NAME = 'livery-console';

/** Who is signed in, in this tab only and until it is closed. */
export const session = {
  /** @returns {Session | null} */
  read() {
    const text = sessionStorage.getItem(NAME);
    return text === null ? null : JSON.parse(text);
  },

  /** @param {Session} session */
  keep({ key, partnerName }) {
    sessionStorage.setItem(NAME, JSON.stringify({ key, partnerName }));
  },

  forget() {
    sessionStorage.removeItem(NAME);
  },
};
