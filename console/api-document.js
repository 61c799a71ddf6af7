/** @import { Api } from './api.js' */

/** @type {any} */
let known = null;

/**
 * What the service says of its own API (OpenAPI): which types, kinds and states there are. Read once: it is the same
 * as long as the service runs.
 *
 * @param {Api} api
 */
export async function apiDocument(api) {
  known ??= (await api.call('GET', '/openapi.json')).body;
  return known;
}

/**
 * What a member of an object may be.
 *
 * @param {any} document
 * @param {string} schema
 * @param {string} member
 * @returns {string[]}
 */
export function valuesOf(document, schema, member) {
  return document.components.schemas[schema].properties[member].enum.filter(
    (/** @type {string | null} */ value) => value !== null,
  );
}

/**
 * What a parameter of a list may be.
 *
 * @param {any} document
 * @param {string} path
 * @param {string} parameter
 * @returns {string[]}
 */
export function parameterValuesOf(document, path, parameter) {
  const { parameters } = document.paths[path].get;
  return parameters.find((/** @type {{ name: string }} */ { name }) => name === parameter).schema.enum;
}
