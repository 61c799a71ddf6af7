/** @import { Child } from './dom.js' */
/** @import { Surroundings } from './types.d.ts' */
import { element, fill } from './dom.js';

const LOOK_EVERY_MS = 1500;
/** An attempt that is due this soon is waited for. */
const SOON_MS = 10_000;

/** @typedef {{ status: string, nextAttemptAt: string | null }} Moving What attempts are made of. */

/**
 * Something that attempts are made of. As long as one is being made, or is about to be, what is shown follows it.
 * `look()` shows how it stands now.
 *
 * @template {Moving} Followed
 * @param {Surroundings} surroundings
 * @param {string} path
 * @param {(followed: Followed) => Child[] | Promise<Child[]>} partsOf
 * @returns {{ element: HTMLElement, look: () => Promise<void> }}
 */
export function followed({ api, notices, left }, path, partsOf) {
  const place = element('div', { class: 'stack' });
  let shown = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  left.addEventListener('abort', () => clearTimeout(timer));

  const look = async () => {
    /** @type {{ body: Followed }} */
    const { body } = await api.call('GET', path);
    const seen = JSON.stringify(body);
    if (seen !== shown) {
      const parts = await partsOf(body);
      const opened = new Set(openedIn(place).map(nameOf));
      fill(place, ...parts);
      for (const one of place.querySelectorAll('details')) one.open ||= opened.has(nameOf(one));
    }
    shown = seen;
    if (isMoving(body) && !left.aborted) {
      clearTimeout(timer);
      timer = setTimeout(() => void look().catch((error) => notices.warn(error)), LOOK_EVERY_MS);
    }
  };
  return { element: place, look };
}

/** @param {HTMLElement} place */
function openedIn(place) {
  return [...place.querySelectorAll('details')].filter(({ open }) => open);
}

/**
 * What can be opened is known by what it stands in and what it says.
 *
 * @param {HTMLDetailsElement} details
 */
function nameOf(details) {
  const heading = details.closest('li')?.querySelector('h3')?.textContent;
  return `${heading} ${details.querySelector('summary')?.textContent}`;
}

/** @param {Moving} moving */
function isMoving({ status, nextAttemptAt }) {
  return status === 'pending' && (nextAttemptAt === null || Date.parse(nextAttemptAt) - Date.now() < SOON_MS);
}
