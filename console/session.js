/** @import { Session } from './types.d.ts' */

const NAME = 'livery-console';
/** How long other tabs may take to say that they are signed in. */
const ANSWER_MS = 500;

/** @typedef {{ asks: true } | { hands: Session } | { forgets: string }} Message What tabs tell each other. */

/**
 * Who is signed in: in the tabs that are open, and until the last one is closed. A tab that is opened asks the others;
 * nothing is written anywhere that outlasts them.
 */
class SessionOfTabs {
  constructor() {
    this.others = new BroadcastChannel(NAME);
  }

  /**
   * Asks the other tabs who is signed in, and goes along with what they say.
   *
   * @param {{ entered: (session: Session) => void, left: () => void }} listeners told when another tab hands its session
   *   over, or signs out of the one that is used here
   */
  join({ entered, left }) {
    this.others.addEventListener('message', (/** @type {MessageEvent<Message>} */ { data }) => {
      const own = this.read();
      if ('asks' in data && own !== null) this.tell({ hands: own });
      if ('hands' in data && own === null) entered(data.hands);
      if ('forgets' in data && own?.key === data.forgets) left();
    });
  }

  /** Asks the other tabs for their session. */
  ask() {
    this.tell({ asks: true });
  }

  /** @returns {Session | null} */
  read() {
    const text = sessionStorage.getItem(NAME);
    return text === null ? null : JSON.parse(text);
  }

  /** @param {Session} session */
  keep({ key, partnerName }) {
    sessionStorage.setItem(NAME, JSON.stringify({ key, partnerName }));
  }

  /**
   * The session of this tab, or else of another one, which has half a second to answer.
   *
   * @returns {Promise<Session | null>}
   */
  find() {
    const own = this.read();
    if (own !== null) return Promise.resolve(own);
    return new Promise((resolve) => {
      const answered = new AbortController();
      const end = (/** @type {Session | null} */ found) => {
        answered.abort();
        resolve(found);
      };
      this.others.addEventListener(
        'message',
        (/** @type {MessageEvent<Message>} */ { data }) => {
          if ('hands' in data) end(data.hands);
        },
        { signal: answered.signal },
      );
      this.ask();
      setTimeout(() => end(null), ANSWER_MS);
    });
  }

  /** Forgets it here; `everywhere`: in the other tabs too. */
  forget({ everywhere = false } = {}) {
    const own = this.read();
    sessionStorage.removeItem(NAME);
    if (everywhere && own !== null) this.tell({ forgets: own.key });
  }

  /** @param {Message} message */
  tell(message) {
    this.others.postMessage(message);
  }
}

export const session = new SessionOfTabs();
