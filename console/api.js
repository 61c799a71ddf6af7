/** @import { InputProblem, Problem } from './types.d.ts' */

/** The service has refused a call, or did not answer; the message is for people. */
export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(textOf(problem));
    this.problem = problem;
  }

  /**
   * What is wrong with members of the body. What is wrong with a line of a template is not among it.
   *
   * @returns {InputProblem[]}
   */
  get inputs() {
    return inputsOf(this.problem);
  }
}

/**
 * @typedef {object} Answer
 * @property {any} body the parsed JSON; null when there is none
 * @property {string | null} tag for `If-Match`
 * @property {string | null} next the cursor of the next page, out of the `Link` header
 */

const AWAY = 'The service cannot be reached. Try again in a moment.';

/** Calls the service under an API key. */
export class Api {
  /**
   * @param {string} key
   * @param {() => void} refused told when the key no longer opens anything
   */
  constructor(key, refused) {
    this.key = key;
    this.refused = refused;
  }

  /**
   * @param {'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} method
   * @param {string} path
   * @param {{ body?: object, ifMatch?: string | null }} [options]
   * @returns {Promise<Answer>}
   * @throws {Refusal}
   */
  async call(method, path, { body, ifMatch = null } = {}) {
    /** @type {Record<string, string>} */
    const headers = { authorization: `Bearer ${this.key}` };
    if (ifMatch !== null) headers['if-match'] = ifMatch;
    try {
      return await send(method, path, headers, body);
    } catch (error) {
      if (error instanceof Refusal && error.problem.status === 401) this.refused();
      throw error;
    }
  }

  /**
   * An answer that is not JSON, such as a page.
   *
   * @param {string} path
   * @returns {Promise<string>}
   * @throws {Refusal}
   */
  async text(path) {
    const headers = { authorization: `Bearer ${this.key}`, accept: 'text/html, application/problem+json' };
    const response = await fetch(path, { headers, credentials: 'omit', redirect: 'error' }).catch(() => null);
    if (response === null) throw new Refusal({ status: 0, code: 'unreachable', detail: AWAY });
    if (response.status === 401) this.refused();
    if (!response.ok) throw new Refusal(await response.json());
    return response.text();
  }

  /**
   * Everything that a list has, page after page.
   *
   * @param {string} path
   * @returns {Promise<any[]>}
   */
  async all(path) {
    const items = [];
    const query = new URLSearchParams({ limit: '500' });
    for (;;) {
      const { body, next } = await this.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`);
      items.push(...body);
      if (next === null) return items;
      query.set('cursor', next);
    }
  }
}

/**
 * Exchanges a portal link for a session.
 *
 * @param {string} link
 * @returns {Promise<{ key: string, partnerName: string }>}
 * @throws {Refusal}
 */
export async function exchangeLink(link) {
  return (await send('POST', '/console/session', {}, { link })).body;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
async function send(method, path, headers, body) {
  /** @type {RequestInit} */
  const request = {
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    credentials: 'omit',
    redirect: 'error',
  };
  if (body !== undefined) request.body = JSON.stringify(body);
  const response = await fetch(path, request).catch(() => null);
  if (response === null) throw new Refusal({ status: 0, code: 'unreachable', detail: AWAY });
  const answer = /\bjson\b/.test(response.headers.get('content-type') ?? '') ? await response.json() : null;
  if (!response.ok) throw new Refusal(answer ?? { status: response.status, code: 'unknown', detail: AWAY });
  return { body: answer, tag: response.headers.get('etag'), next: nextCursor(response.headers.get('link')) };
}

/** @param {string | null} link */
function nextCursor(link) {
  const address = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, location.href).searchParams.get('cursor');
}

/** @param {Problem} problem */
function textOf(problem) {
  const { status, detail, requestId } = problem;
  if (status === 500)
    return `Something went wrong in the service. Give this number to support: ${requestId}.`;
  const inputs = inputsOf(problem).map(({ message }) => message);
  return inputs.length > 0 ? inputs.join(' ') : (detail ?? `The service answered ${status}.`);
}

/** @param {Problem} problem */
function inputsOf({ errors = [] }) {
  return errors.filter(({ line }) => line === undefined);
}
