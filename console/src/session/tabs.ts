const NAME = 'livery-console';
/** How long other tabs may take to say that they are signed in. */
const ANSWER_MS = 500;

/** The session that is signed in. */
export interface Session {
  readonly key: string;
  /** Null when a key was pasted. */
  readonly partnerName: string | null;
  /** Absent until the service has named the partner. */
  readonly partnerId?: number;
}

/** The messages between tabs. */
type Message = { asks: true } | { hands: Session } | { enters: Session } | { forgets: string };

/** Handles the messages of the other tabs. */
interface Listeners {
  /** The session that this tab can hand over; null when it has none that is valid. */
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
 * The session that this tab and the other open ones share. It lasts until the last tab is closed; nothing is written
 * anywhere that outlasts them.
 */
export const tabs = {
  /** Answers the other tabs from now on, and goes along with what they say. */
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

  /** Offers it to the other tabs whose session has ended. */
  share: (session: Session): void => send({ enters: session }),

  read(): Session | null {
    const text = sessionStorage.getItem(NAME);
    return text === null ? null : (JSON.parse(text) as Session);
  },

  keep({ key, partnerName, partnerId }: Session): void {
    sessionStorage.setItem(NAME, JSON.stringify({ key, partnerName, partnerId }));
  },

  /** The session of this tab, or else of another one, which has half a second to answer. */
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

  /** Forgets it here; `everywhere`: in the other tabs too. */
  forget({ everywhere = false } = {}): void {
    const own = tabs.read();
    sessionStorage.removeItem(NAME);
    if (everywhere && own !== null) send({ forgets: own.key });
  },
};

function send(message: Message): void {
  others().postMessage(message);
}

/** Opened on first use: in a frame of another site browsers may refuse it. */
function others(): BroadcastChannel {
  channel ??= new BroadcastChannel(NAME);
  return channel;
}
