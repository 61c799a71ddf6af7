/** The most bytes that a page of a list has as JSON, unless it is a single object. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;
