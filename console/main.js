/** @import { Session } from './types.d.ts' */
/** @import { Left } from './visited.js' */
import { Api, exchangeLink, Refusal } from './api.js';
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
  if (link !== null) {
    const present = await session.find();
    if (left.aborted) return;
    if (present !== null) {
      askToSwitch(present, link);
      return;
    }
    if (!(await enterBy(link))) return;
  }
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

/**
 * A page elsewhere may have opened the link: it replaces nobody's session without being asked.
 *
 * @param {Session} present
 * @param {string} link
 */
function askToSwitch(present, link) {
  header.hidden = true;
  document.title = 'Switch session? · Livery';
  content.removeAttribute('aria-busy');
  const change = async () => {
    session.keep(present);
    await revoke(present);
    session.forget({ everywhere: true });
    if (await enterBy(link)) await show();
  };
  const stay = () => {
    session.keep(present);
    void show();
  };
  const as = present.partnerName === null ? 'with an API key' : `as ${present.partnerName}`;
  fill(
    content,
    element(
      'section',
      { class: 'sign-in card' },
      element('h1', { tabindex: '-1' }, 'Switch session?'),
      element(
        'p',
        {},
        `You are signed in ${as}. The link that was opened here signs you in again, and ends that session. ` +
          'Stay signed in unless you asked for the link.',
      ),
      element(
        'div',
        { class: 'actions' },
        element('button', { type: 'button', class: 'primary', click: stay }, 'Stay signed in'),
        element('button', { type: 'button', click: () => void change() }, 'Switch'),
      ),
    ),
  );
  content.querySelector('h1')?.focus();
}

/**
 * Ends a session in the service too. A pasted key is the partner's to keep. A key that cannot be revoked now expires by
 * itself.
 *
 * @param {Session} ended
 * @returns {Promise<boolean>} false when the key still opens something
 */
async function revoke({ key, partnerName }) {
  if (partnerName === null) return true;
  const isGone = (/** @type {unknown} */ error) => error instanceof Refusal && error.problem.status === 401;
  return new Api(key, () => {}).call('DELETE', '/partner/session').then(() => true, isGone);
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
  const out = async () => {
    const ended = session.read();
    if (!unsaved.mayLeave()) return;
    const isRevoked = ended === null || (await revoke(ended));
    signOut(
      isRevoked
        ? 'You are signed out.'
        : 'You are signed out here. The key expires by itself within 8 hours.',
    );
  };
  header.hidden = false;
  fill(
    header,
    element('span', { class: 'brand' }, 'Livery'),
    element('span', { class: 'partner' }, partnerName ?? ''),
    element('nav', { 'aria-label': 'Console' }, ...viewLinks(current)),
    element('button', { type: 'button', class: 'quiet', click: () => void out() }, 'Sign out'),
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
