import { byId, element, fill } from './dom.js';
import { Refusal } from './api.js';

/** @typedef {{ label: string, act: () => void }} NoticeAction What can be done about it. */

/** How long good news stays that asks for nothing. */
const STAY_MS = 10_000;

/** Tells what has just happened, to those who see and to those who listen. */
export class Notices {
  constructor() {
    this.place = byId('notices');
    /** @type {string | null} */
    this.forNextPlace = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {string} text
   * @param {NoticeAction} [action] offered as a button, which gets the focus when what was focused is gone; without one
   *   it goes to the heading
   */
  tell(text, action) {
    this.show('notice', text, action);
    if (action === undefined) this.timer = setTimeout(() => this.clear(), STAY_MS);
  }

  /**
   * Tells what went wrong. What nobody expected is told as such, and left to the browser's own log.
   *
   * @param {unknown} error
   */
  warn(error) {
    // Whoever made the call has been told already that the session has ended.
    if (error instanceof Refusal && error.problem.code === 'unauthorized') return;
    if (!(error instanceof Refusal)) reportError(error);
    this.complain(error instanceof Refusal ? error.message : 'Something went wrong in this page.');
  }

  /**
   * Tells what somebody has to put right.
   *
   * @param {string} text
   */
  complain(text) {
    this.show('notice bad', text);
  }

  /**
   * Tells it in the place that is shown next.
   *
   * @param {string} text
   */
  tellAfterMove(text) {
    this.forNextPlace = text;
  }

  /** To be called when another place is shown. */
  move() {
    this.clear();
    if (this.forNextPlace !== null) this.tell(this.forNextPlace);
    this.forNextPlace = null;
  }

  clear() {
    clearTimeout(this.timer);
    fill(this.place);
  }

  /**
   * @param {string} kind
   * @param {string} text
   * @param {NoticeAction} [action]
   */
  show(kind, text, action) {
    const offered =
      action && element('button', { type: 'button', click: () => this.take(action) }, action.label);
    const close = element(
      'button',
      { type: 'button', class: 'quiet', 'aria-label': 'Dismiss', click: () => this.clear() },
      '✕',
    );
    this.clear();
    fill(this.place, element('div', { class: kind }, element('p', {}, text), offered ?? null, close));
    if (document.activeElement === document.body) (offered ?? heading())?.focus();
  }

  /** @param {NoticeAction} action */
  take({ act }) {
    this.clear();
    act();
  }
}

/** @returns {HTMLElement | null} */
function heading() {
  return document.querySelector('main h1');
}
