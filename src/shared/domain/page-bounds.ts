/** The most bytes of a page as JSON, unless it has a single object. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;
