import { frameOrigins } from '../brand/brand';
import type { SessionState } from './session-state';

/** A credential from the host page: a portal link, or an API key. */
export type HandedOver = { readonly link: string } | { readonly key: string };

/** The messages from the console to the host page (docs/embedding.md). */
type Message =
  | { readonly type: 'livery:ready' | 'livery:signed-in' }
  | { readonly type: 'livery:refused'; readonly message: string }
  | { readonly type: 'livery:moved'; readonly address: string };

/** True in a frame. The policy of the page allows only frames of listed origins. */
export const isFramed = window.parent !== window;

/** The page that shows the console in a frame. */
export const hostPage = {
  /** Reaches the page only if its origin is listed, which the browser checks. */
  say(message: Message): void {
    for (const origin of frameOrigins) window.parent.postMessage(message, origin);
  },

  /** Reports whether the console is signed in, or asks for a credential. */
  sayOf(state: SessionState): void {
    if (state.is === 'signedIn' && state.ended === null) hostPage.say({ type: 'livery:signed-in' });
    else if (state.is === 'signedIn') ask(state.ended, state.isRefused === true);
    else if (state.is === 'signedOut') ask(state.message, state.isWarning);
  },

  /** Calls `take` for every credential from a host page of a listed origin. */
  listen(take: (given: HandedOver) => void): void {
    addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
      if (source !== window.parent || !frameOrigins.includes(origin)) return;
      const given = handedOver(data);
      if (given !== null) take(given);
    });
  },
};

/** After a refusal, the host page could only send the same credential again, so it gets the reason. */
function ask(message: string | null, isRefused: boolean): void {
  hostPage.say(isRefused ? { type: 'livery:refused', message: message ?? '' } : { type: 'livery:ready' });
}

/** Null for any other message. Accepts a whole link as well as its token. */
function handedOver(data: unknown): HandedOver | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type !== 'livery:sign-in') return null;
  if ('link' in data && typeof data.link === 'string') return { link: tokenIn(data.link) };
  if ('key' in data && typeof data.key === 'string') return { key: data.key.trim() };
  return null;
}

/** Reads pasted text: a whole link, or else an API key. */
export function handedOverIn(text: string): HandedOver {
  return text.includes('#link=') ? { link: tokenIn(text.trim()) } : { key: text.trim() };
}

function tokenIn(link: string): string {
  return link.replace(/^.*#link=/, '');
}
