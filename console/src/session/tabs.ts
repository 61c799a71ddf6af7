const NAME = 'livery-console';
/** How long other tabs may take to say that they are signed in. */
const ANSWER_MS = 500;

/** The session that is signed in. */
export interface Session {
  readonly key: string;
  /** Null when a key was pasted. */
  readonly partnerName: string | null;
}

/** The messages between tabs. */
type Message = { asks: true } | { hands: Session } | { forgets: string };

let channel: BroadcastChannel | null = null;

/**
 * The session that this tab and the other open ones share. It lasts until the last tab is closed; nothing is written
 * anywhere that outlasts them.
 */
export const tabs = {
  /** Answers the other tabs from now on, and goes along with what they say. */
  join({ entered, left }: { entered: (session: Session) => void; left: () => void }): void {
    others().addEventListener('message', ({ data }: MessageEvent<Message>) => {
      const own = tabs.read();
      if ('asks' in data && own !== null) send({ hands: own });
      if ('hands' in data && own === null) entered(data.hands);
      if ('forgets' in data && own?.key === data.forgets) left();
    });
  },

  /** Asks the other tabs for their session. */
  ask: (): void => send({ asks: true }),

  read(): Session | null {
    const text = sessionStorage.getItem(NAME);
    return text === null ? null : (JSON.parse(text) as Session);
  },

  keep({ key, partnerName }: Session): void {
    sessionStorage.setItem(NAME, JSON.stringify({ key, partnerName }));
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
