/** @import { Session } from './types.d.ts' */
/** @import { Left } from './visited.js' */
import { Api, exchangeLink } from './api.js';
import { byId, element, fill } from './dom.js';
import { Notices } from './notices.js';
import { currentPlace, takeLink } from './place.js';
import { session } from './session.js';
import { signInView } from './sign-in.js';
import { unsaved } from './unsaved.js';
import { failedView, isMissing, viewAt, viewLinks } from './views.js';
import { visited } from './visited.js';

const header = byId('header');
const content = byId('content');
const notices = new Notices();
let leave = new AbortController();

/**
 * Shows the place that the address names, to whoever is signed in.
 *
 * @param {{ isFirst?: boolean }} [options] after the first time the focus follows, so that readers of the page notice
 */
async function show({ isFirst = false } = {}) {
  leave.abort();
  leave = new AbortController();
  const { signal: left } = leave;
  notices.clear();
  const link = takeLink();
  if (link !== null && !(await enterBy(link))) return;
  const signedIn = session.read();
  if (signedIn === null) {
    showSignIn();
    session.ask();
    return;
  }
  const place = currentPlace();
  const { title, draw } = viewAt(place);
  const before = visited.arrive();
  drawHeader(signedIn, place.view);
  document.title = `${title} · Livery`;
  content.setAttribute('aria-busy', 'true');
  if (isFirst) fill(content, element('p', {}, 'Loading…'));
  const api = new Api(signedIn.key, () => endSession('Your session has ended.'));
  const { id, parameters } = place;
  try {
    const nodes = await draw({ api, notices, id, parameters, left, items: before?.items ?? 0 });
    if (left.aborted) return;
    fill(content, ...nodes);
    notices.move();
    document.title = `${content.querySelector('h1')?.textContent ?? title} · Livery`;
    if (!isFirst) enterView(before);
  } catch (error) {
    if (left.aborted || session.read() === null) return;
    fill(content, ...failedView(error, place, () => void show()));
    if (!isMissing(error)) notices.warn(error);
    if (!isFirst) enterView(null);
  } finally {
    if (!left.aborted) content.removeAttribute('aria-busy');
  }
}

/**
 * The focus follows to the view that is shown: to its heading, or for whoever comes back to the link they had taken.
 *
 * @param {Left | null} before
 */
function enterView(before) {
  const taken = [...content.querySelectorAll('a')].find((link) => link.getAttribute('href') === before?.link);
  (taken ?? content.querySelector('h1'))?.focus({ preventScroll: true });
  scrollTo(0, before?.scroll ?? 0);
}

/** @param {string} link */
async function enterBy(link) {
  try {
    session.keep(await exchangeLink(link));
    return true;
  } catch (error) {
    session.forget();
    showSignIn();
    notices.warn(error);
    return false;
  }
}

function showSignIn() {
  header.hidden = true;
  document.title = 'Sign in · Livery';
  content.removeAttribute('aria-busy');
  const enter = (/** @type {Session} */ entered) => {
    session.keep(entered);
    void show();
  };
  fill(content, signInView(notices, enter));
}

/**
 * Somebody is signed out who has not asked for it. What they have written can still be saved elsewhere.
 *
 * @param {string} text
 */
function endSession(text) {
  const leaving = () => signOut(`${text} Ask for a new link, or use a key.`);
  if (!unsaved.any()) leaving();
  else notices.tell(`${text} Copy what you have written.`, { label: 'Sign in again', act: leaving });
}

/** @param {string} text */
function signOut(text) {
  leave.abort();
  unsaved.settle();
  session.forget({ everywhere: true });
  showSignIn();
  notices.tell(text);
  content.querySelector('h1')?.focus();
}

/**
 * @param {Session} signedIn
 * @param {string} current
 */
function drawHeader({ partnerName }, current) {
  const out = () => {
    if (unsaved.mayLeave()) signOut('You are signed out: the key is forgotten here.');
  };
  header.hidden = false;
  fill(
    header,
    element('span', { class: 'brand' }, 'Livery'),
    element('span', { class: 'partner' }, partnerName ?? ''),
    element('nav', { 'aria-label': 'Console' }, ...viewLinks(current)),
    element('button', { type: 'button', class: 'quiet', click: out }, 'Sign out'),
  );
}

session.join({
  entered: (handed) => {
    session.keep(handed);
    void show();
  },
  left: () => endSession('Your session has ended in another tab.'),
});
byId('skip').addEventListener('click', () => content.focus());
addEventListener('hashchange', ({ oldURL }) => {
  // Whoever stays after all is taken back to the address of what they see.
  if (unsaved.mayLeave()) {
    visited.leave(oldURL);
    void show();
  } else history.replaceState(history.state, '', oldURL);
});
void show({ isFirst: true });
