import { Refusal } from './api.js';

/**
 * What somebody has written as JSON in a field.
 *
 * @param {HTMLTextAreaElement} control
 * @throws {Refusal} that belongs to the field
 */
export function jsonIn({ name, value }) {
  try {
    return JSON.parse(value);
  } catch (error) {
    const why = error instanceof Error ? ` (${error.message})` : '';
    const problem = { pointer: `/${name}`, message: `This is not valid JSON${why}.` };
    throw new Refusal({ status: 0, code: 'invalid_json', errors: [problem] });
  }
}

/** @param {unknown} value */
export function laidOut(value) {
  return JSON.stringify(value, null, 2);
}
