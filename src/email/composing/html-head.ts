const TITLE = /<title\b[^>]{0,200}>/i;
const TITLE_END = /<\/title\s{0,20}>/i;
const HTML_TAG = /<html\b[^>]{0,1000}>/i;
const HTML_NAME = '<html'.length;
const LANGUAGE = /\s+lang\s*=\s*(["']?)\s*([\w-]*)\s*\1/i;
/** How far to search for the html tag: only comments may come before it. */
const HEAD_BYTES = 4_096;
const BODY = /<body\b/i;
/** Where to insert a title, in order of preference: in the head, after the html tag, after the doctype. */
const PLACES = [/<head\b[^>]{0,500}>/i, /<html\b[^>]{0,1000}>/i, /<!doctype\b[^>]{0,500}>/i];

/**
 * Adds the subject as the title of an HTML document without one, for screen readers and browser tabs. Keeps the
 * author's own title and every other byte. Takes time linear in the document's length.
 */
export function withTitle(html: string, subject: string): string {
  const body = html.search(BODY);
  // A title in the body is not the document's but, for example, an SVG's.
  const head = withoutComments(body === -1 ? html : html.slice(0, body));
  const title = `<title>${escapedText(subject)}</title>`;
  const start = TITLE.exec(head);
  if (start !== null) {
    const from = start.index + start[0].length;
    const end = TITLE_END.exec(head.slice(from));
    if (end === null || head.slice(from, from + end.index).trim() !== '') return html;
    return html.slice(0, start.index) + title + html.slice(from + end.index + end[0].length);
  }
  const place = PLACES.map((pattern) => pattern.exec(head)).find((found) => found !== null);
  const at = place ? place.index + place[0].length : 0;
  return html.slice(0, at) + title + html.slice(at);
}

/**
 * Sets the language of an HTML document that has none, for screen readers. Replaces MJML's `und`, which it writes if
 * the author names no language. Changes no other byte, and nothing in a document without an html tag.
 */
export function withLanguage(html: string, language: string): string {
  const start = HTML_TAG.exec(withoutComments(html.slice(0, HEAD_BYTES)));
  if (start === null) return html;
  const [tag] = start;
  const named = LANGUAGE.exec(tag);
  const [written = '', , value = ''] = named ?? [];
  if (named !== null && value !== '' && value.toLowerCase() !== 'und') return html;
  const at = start.index + (named === null ? HTML_NAME : named.index);
  return `${html.slice(0, at)} lang="${language}"${html.slice(at + written.length)}`;
}

/** Replaces comments with spaces, so that positions stay the same. */
function withoutComments(html: string): string {
  let text = '';
  let from = 0;
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', from)) {
    const end = html.indexOf('-->', start + 4);
    const after = end === -1 ? html.length : end + 3;
    text += html.slice(from, start) + ' '.repeat(after - start);
    from = after;
  }
  return text + html.slice(from);
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
