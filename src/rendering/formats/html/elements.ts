/** Elements that have no content, and so no end tag. */
export const VOID: ReadonlySet<string> = setOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
/** Elements of which a page has one, wherever its tags stand. */
export const PAGE: ReadonlySet<string> = setOf('html head body');
/** Elements that end with what is around them, or with what follows. */
export const ENDS_BY_ITSELF: ReadonlySet<string> = setOf(
  'caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr',
);
/** Elements that a paragraph cannot hold: it ends before them. With tables browsers differ. */
export const ENDS_PARAGRAPH: ReadonlySet<string> = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section summary ul',
);
export const HEADINGS: ReadonlySet<string> = setOf('h1 h2 h3 h4 h5 h6');
/** Elements within which an end tag closes nothing that was opened outside. */
export const SCOPES: ReadonlySet<string> = setOf('applet button caption marquee object table td template th');
export const TABLE_PARTS: ReadonlySet<string> = setOf('caption colgroup tbody td tfoot th thead tr');
/** What is not read as HTML. */
export const FOREIGN: ReadonlySet<string> = setOf('math svg');
/** Elements whose content is read in ways of its own. */
export const UNREADABLE: ReadonlySet<string> = setOf('iframe noembed noframes noscript plaintext xmp');

const ANYWHERE = 'form input script style template';
const ROW = setOf(`td th ${ANYWHERE}`);
const ROWS = setOf(`tr td th ${ANYWHERE}`);
/** What may stand directly in parts of a table; browsers move anything else out of it. */
export const HELD_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['table', setOf(`caption colgroup col tbody tfoot thead tr td th ${ANYWHERE}`)],
  ['tbody', ROWS],
  ['tfoot', ROWS],
  ['thead', ROWS],
  ['tr', ROW],
]);

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
