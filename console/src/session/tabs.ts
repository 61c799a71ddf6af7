const NAME = 'livery-console';
/** The time in which other tabs must answer. */
const ANSWER_MS = 500;

/** A session. */
export interface Session {
  readonly key: string;
  /** Null for a pasted key. */
  readonly partnerName: string | null;
  /** Absent until the service has named the partner. */
  readonly partnerId?: number;
}

/** The messages between tabs. */
type Message = { asks: true } | { hands: Session } | { enters: Session } | { forgets: string };

/** The handlers for messages of other tabs. */
interface Listeners {
  /** The session that this tab can share; null if it has no valid one. */
  readonly live: () => Session | null;
  /** The answer to `ask`. */
  readonly handed: (session: Session) => void;
  /** Another tab has signed in. */
  readonly entered: (session: Session) => void;
  /** Another tab has signed out of the session of this one. */
  readonly left: () => void;
}

let channel: BroadcastChannel | null = null;

/**
 * The session that this tab shares with the other open ones. It lasts until the last tab is closed, and is not written
 * to any lasting storage.
 */
export const tabs = {
  /** Answers the other tabs from now on, and follows their messages. */
  join({ live, handed, entered, left }: Listeners): void {
    others().addEventListener('message', ({ data }: MessageEvent<Message>) => {
      const own = live();
      if ('asks' in data && own !== null) send({ hands: own });
      if ('hands' in data && own === null) handed(data.hands);
      if ('enters' in data && own === null) entered(data.enters);
      if ('forgets' in data && tabs.read()?.key === data.forgets) left();
    });
  },

  /** Asks the other tabs for their session. */
  ask: (): void => send({ asks: true }),

  /** Offers it to other tabs whose session has ended. */
  share: (session: Session): void => send({ enters: session }),

  read(): Session | null {
    const text = sessionStorage.getItem(NAME);
    return text === null ? null : (JSON.parse(text) as Session);
  },

  keep({ key, partnerName, partnerId }: Session): void {
    sessionStorage.setItem(NAME, JSON.stringify({ key, partnerName, partnerId }));
  },

  /** The session of this tab, or else of another one, which must answer within half a second. */
  find(): Promise<Session | null> {
    const own = tabs.read();
    if (own !== null) return Promise.resolve(own);
    return new Promise((resolve) => {
      const answered = new AbortController();
      const end = (found: Session | null) => {
        answered.abort();
        resolve(found);
      };
      const listen = ({ data }: MessageEvent<Message>) => {
        if ('hands' in data) end(data.hands);
      };
      others().addEventListener('message', listen, { signal: answered.signal });
      tabs.ask();
      setTimeout(() => end(null), ANSWER_MS);
    });
  },

  /** Forgets the session in this tab or, with `everywhere`, in the other tabs too. */
  forget({ everywhere = false } = {}): void {
    const own = tabs.read();
    sessionStorage.removeItem(NAME);
    if (everywhere && own !== null) send({ forgets: own.key });
  },
};

function send(message: Message): void {
  others().postMessage(message);
}

/** Opened on first use, because browsers may refuse it in a frame of another site. */
function others(): BroadcastChannel {
  channel ??= new BroadcastChannel(NAME);
  return channel;
}
