import type { SourceFault } from '../domain/template-fault.js';
import { cssFaults } from '../formats/css-check.js';
import { FILLER } from '../formats/format.js';
import { type MarkupPart, partsOf } from '../formats/tags.js';

type OpenTag = MarkupPart & { readonly kind: 'open' };

const IMAGES = new Set(['img', 'mj-image', 'mj-carousel-image']);
const ADDRESSES = new Set(['href', 'src', 'srcset', 'background', 'background-url', 'poster', 'action']);
/** What mail programs take out or warn of, with what to do instead. */
const ACTIVE: ReadonlyMap<string, string> = new Map([
  ['script', 'Mail programs run no scripts: take it out.'],
  ['form', 'Mail programs block forms or warn of them: link to a page that has the form.'],
  ['iframe', 'Mail programs show no other pages in an email: link to the page.'],
  ['object', 'Mail programs show no plug-ins: use an image that links to the content.'],
  ['embed', 'Mail programs show no plug-ins: use an image that links to the content.'],
]);
const CSS_ADDRESS = /url\(\s*["']?http:/gi;

/** What markup says about itself, gone through once; in which order does not matter. */
export function markupWarnings(shown: string, type: string): readonly SourceFault[] {
  const warnings: SourceFault[] = [];
  const head = new Head();
  /** Where the style sheet begins that is being read. */
  let styleStart = 0;
  for (const part of partsOf(shown)) {
    head.see(part, shown);
    if (part.kind === 'close' && part.name === 'style')
      warnings.push(...cssFaults(shown, styleStart, part.start));
    if (part.kind !== 'open') continue;
    if (part.name === 'style') styleStart = part.end;
    warnings.push(...imageWarnings(part, head), ...addressWarnings(part), ...activeWarnings(part));
  }
  for (const { index } of shown.matchAll(CSS_ADDRESS)) warnings.push(insecure(index));
  return [...warnings, ...head.warnings(type)];
}

/** What is known of the head and the root when all has been seen. */
class Head {
  private rootStart = 0;
  private hasLanguage = false;
  /** Each with its place and its text; null where there is none. */
  private readonly texts = new Map<string, { readonly start: number; readonly end: number; text: string }>();
  private attributesDepth = 0;
  /** Images get their text from the defaults of the head. */
  givesImagesText = false;

  get isInDefaults(): boolean {
    return this.attributesDepth > 0;
  }

  see(part: MarkupPart, shown: string): void {
    if (part.kind === 'open') this.open(part);
    else if (part.kind === 'close') this.close(part, shown);
  }

  warnings(type: string): readonly SourceFault[] {
    const root = type === 'mjml' ? 'mjml' : 'html';
    const title = type === 'mjml' ? 'mj-title' : 'title';
    const found: SourceFault[] = [];
    if (!this.hasLanguage) {
      const message = `Say which language the email is in, for screen readers: <${root} lang="en">.`;
      found.push({ code: 'language_missing', message, offset: this.rootStart });
    }
    found.push(...this.textWarnings('title_missing', title, 'a title, which screen readers read out first'));
    if (type !== 'mjml') return found;
    const preview = 'a preview text, which is shown beside the subject in the list of emails';
    return [...found, ...this.textWarnings('preview_missing', 'mj-preview', preview)];
  }

  private textWarnings(code: string, name: string, what: string): readonly SourceFault[] {
    const { start = this.rootStart, text = '' } = this.texts.get(name) ?? {};
    if (text.trim() !== '') return [];
    return [{ code, message: `Give the email ${what}: <${name}>…</${name}> in the head.`, offset: start }];
  }

  private open({ name, start, end, attributes, isSelfClosing }: OpenTag): void {
    if (name === 'mjml' || name === 'html') {
      this.rootStart = start;
      this.hasLanguage = (attributes.get('lang') ?? '').trim() !== '' || hasUnknownAttributes(attributes);
    }
    if (!isSelfClosing && /^(title|mj-title|mj-preview)$/.test(name) && !this.texts.has(name)) {
      this.texts.set(name, { start, end, text: '' });
    }
    if (name === 'mj-attributes' && !isSelfClosing) this.attributesDepth += 1;
    else if (this.isInDefaults && attributes.has('alt')) this.givesImagesText = true;
  }

  private close({ name, start }: MarkupPart & { readonly kind: 'close' }, shown: string): void {
    const opened = this.texts.get(name);
    if (opened !== undefined && opened.text === '') opened.text = shown.slice(opened.end, start);
    if (name === 'mj-attributes') this.attributesDepth = Math.max(this.attributesDepth - 1, 0);
  }
}

function imageWarnings({ name, start, attributes }: OpenTag, head: Head): readonly SourceFault[] {
  if (!IMAGES.has(name) || attributes.has('alt') || hasUnknownAttributes(attributes)) return [];
  if (head.isInDefaults || (head.givesImagesText && name !== 'img')) return [];
  const message = `This <${name}> has no text for people who cannot see it: add alt="…" with what it shows, or alt="" if it only decorates.`;
  return [{ code: 'alt_missing', message, offset: start }];
}

function addressWarnings({ attributes, places }: OpenTag): readonly SourceFault[] {
  return [...attributes].flatMap(([name, value]) => {
    if (!ADDRESSES.has(name.toLowerCase())) return [];
    const offset = places.get(name)?.start ?? 0;
    if (/^\s*http:/i.test(value)) return [insecure(offset)];
    if (!/^\s*(javascript|vbscript):/i.test(value)) return [];
    const message = 'Mail programs run no scripts: link to a page instead.';
    return [{ code: 'active_content', message, offset }];
  });
}

function activeWarnings({ name, start, attributes, places }: OpenTag): readonly SourceFault[] {
  const instead = ACTIVE.get(name);
  const element =
    instead === undefined
      ? []
      : [{ code: 'active_content', message: `<${name}> does not work in emails. ${instead}`, offset: start }];
  const events = [...attributes.keys()].filter((attribute) => /^on[a-z]+$/i.test(attribute));
  return [
    ...element,
    ...events.map((attribute) => ({
      code: 'active_content',
      message: `Mail programs run no scripts: take ${attribute} out.`,
      offset: places.get(attribute)?.start ?? start,
    })),
  ];
}

function insecure(offset: number): SourceFault {
  const message = 'This address begins with http:, which mail programs warn of or block: use https:.';
  return { code: 'insecure_address', message, offset };
}

/** Whether a variable stands among the attributes, so that nobody knows which there are. */
function hasUnknownAttributes(attributes: ReadonlyMap<string, string>): boolean {
  return [...attributes.keys()].some((name) => name.includes(FILLER));
}
