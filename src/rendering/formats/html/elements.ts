/** Elements that have no content, and so no end tag. */
export const VOID: ReadonlySet<string> = setOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
/** Elements of which a page has one, wherever its tags are. */
export const PAGE: ReadonlySet<string> = setOf('html head body');
/** Elements that end with their parent, or with what follows. */
export const ENDS_BY_ITSELF: ReadonlySet<string> = setOf(
  'caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr',
);
export const HEADINGS: ReadonlySet<string> = setOf('h1 h2 h3 h4 h5 h6');
/** Parts of a table that hold rows or cells; browsers move any other element out of the table. */
export const TABLE_PARTS: ReadonlySet<string> = setOf('table tbody tfoot thead tr');
/** Tags that browsers ignore outside of a table. */
export const TABLE_TAGS: ReadonlySet<string> = setOf('caption colgroup tbody td tfoot th thead tr');
/** Mail programs read the content of these each in their own way. */
export const UNREADABLE: ReadonlySet<string> = setOf('iframe noembed noframes noscript plaintext xmp');

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
