/**
 * Where one is in the console: `#/deliveries/<id>?status=failed`. Kept in the fragment, so that the browser's own back
 * and forward work.
 *
 * @typedef {{ view: string, id: string | null, parameters: URLSearchParams }} Place
 */

/** Views by other names: the first one by none, and those that emails lead to. */
const NAMED_OTHERWISE = new Map([
  ['', 'webhooks'],
  ['subscriptions', 'webhooks'],
]);

/** @returns {Place} */
export function currentPlace() {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const [view = '', id] = path.split('/', 2);
  return {
    view: NAMED_OTHERWISE.get(view) ?? view,
    id: id === undefined || id === '' ? null : decoded(id),
    parameters: new URLSearchParams(query),
  };
}

/**
 * @param {string} view
 * @param {string | number | null} [id]
 * @param {Readonly<Record<string, string>>} [parameters] empty ones are left out
 */
export function addressOf(view, id = null, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  const path = id === null ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`;
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * The portal link in the address, which is taken out of it: neither the history nor a bookmark shall keep it.
 *
 * @returns {string | null}
 */
export function takeLink() {
  const link = /^#link=(.+)$/.exec(location.hash)?.[1];
  if (link === undefined) return null;
  history.replaceState(null, '', '/console');
  return decoded(link);
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
