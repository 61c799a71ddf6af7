/**
 * A point in time as a field for local times takes it.
 *
 * @param {string} iso
 */
export function forInput(iso) {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return '';
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/**
 * The point in time in a field for local times; '' when it is empty.
 *
 * @param {string} value
 */
export function fromInput(value) {
  return value === '' ? '' : new Date(value).toISOString();
}
