/** @typedef {{ scroll: number, items: number, link: string }} Left How a place was left, and by which link. */

/** @type {Map<string, Left>} */
const places = new Map();

// Places are drawn when they are shown; the browser would scroll what is not there yet.
history.scrollRestoration = 'manual';

/** How the places were left that one has been to, for whoever goes back to them. */
export const visited = {
  /**
   * To be called when the address has changed and the place before is still shown.
   *
   * @param {string} before its address
   */
  leave(before) {
    const items = document.querySelectorAll('main .list > li').length;
    places.set(before, { scroll: scrollY, items, link: location.hash });
  },

  /**
   * How the place of the address was left. Null for whoever has not come by going back or forward.
   *
   * @returns {Left | null}
   */
  arrive() {
    const isVisited = history.state?.isVisited === true;
    history.replaceState({ isVisited: true }, '');
    return isVisited ? (places.get(location.href) ?? null) : null;
  },
};
