/** Elements without content and end tag. */
export const VOID: ReadonlySet<string> = setOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
/** Elements that a page has exactly once, wherever the tags are. */
export const PAGE: ReadonlySet<string> = setOf('html head body');
/** Elements that end with their parent or at a following element. */
export const ENDS_BY_ITSELF: ReadonlySet<string> = setOf(
  'caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr',
);
export const HEADINGS: ReadonlySet<string> = setOf('h1 h2 h3 h4 h5 h6');
/** Parts of a table that contain only rows or cells. Browsers move other elements out of the table. */
export const TABLE_PARTS: ReadonlySet<string> = setOf('table tbody tfoot thead tr');
/** Tags that browsers ignore outside a table. */
export const TABLE_TAGS: ReadonlySet<string> = setOf('caption colgroup tbody td tfoot th thead tr');
/** Elements whose content mail programs read differently. */
export const UNREADABLE: ReadonlySet<string> = setOf('iframe noembed noframes noscript plaintext xmp');

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
