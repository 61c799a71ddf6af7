import type { SourceFault } from '../domain/template-fault.js';
import { addressFault, isRelative } from '../domain/address.js';
import { cssFaults } from '../formats/shared/css-check.js';
import { FILLER } from '../formats/shared/format.js';
import type { MarkupPart, ReadMarkup, StartTag } from '../formats/shared/tags.js';

const IMAGES = new Set(['img', 'mj-image', 'mj-carousel-image']);
const ADDRESSES = new Set(['href', 'src', 'srcset', 'background', 'background-url', 'poster', 'action']);
/** Elements that mail programs remove or warn about, and what to do instead. */
const ACTIVE: ReadonlyMap<string, string> = new Map([
  ['script', 'Mail programs do not run scripts: remove it.'],
  ['form', 'Mail programs block forms or warn of them: link to a page that has the form.'],
  ['iframe', 'Mail programs do not show other pages in an email: link to the page.'],
  ['object', 'Mail programs do not load plug-ins: use an image that links to the content.'],
  ['embed', 'Mail programs do not load plug-ins: use an image that links to the content.'],
]);
/** For elements of AMP, which mail programs read only in a part of its own of an email. */
const AMP = 'AMP is not sent: write HTML, such as <img> for <amp-img>.';
/** Attributes whose relative addresses do not work in an email. */
const RELATIVE_IN = new Set(['href', 'src', 'background', 'background-url', 'poster']);
/** How much of an address a message shows. */
const MAX_ADDRESS = 60;
const INSECURE = /^\s*http:/i;
const SCRIPT = /^\s*(javascript|vbscript):/i;
const TYPOGRAPHIC_QUOTE = /[“”„‟«»‘’‚‛]/;
const HIDDEN = /(?:^|;)\s*display\s*:\s*none\b/i;
const CSS_ADDRESS = /url\(\s*["']?http:/gi;

/** Warnings about the markup as a whole, found in one pass. */
export function markupWarnings({ text: shown, parts }: ReadMarkup, type: string): readonly SourceFault[] {
  const warnings: SourceFault[] = [];
  const head = new Head();
  const images: StartTag[] = [];
  const insecure: number[] = [];
  const relative: RelativeAddress[] = [];
  /** The start of the current style sheet. */
  let styleStart = 0;
  /** An mj-navbar gives its links a site. */
  let hasSite = false;
  for (const part of parts) {
    head.see(part, shown);
    if (part.kind === 'close' && part.name === 'style')
      warnings.push(...cssFaults(shown, styleStart, part.start));
    if (part.kind !== 'open') continue;
    if (part.name === 'style') styleStart = part.end;
    if (isImageWithoutText(part, head)) images.push(part);
    insecure.push(...insecureAddresses(part));
    hasSite ||= part.name === 'mj-navbar' && part.attributes.has('base-url');
    if (part.name !== 'mj-navbar-link' || !hasSite) relative.push(...relativeAddresses(part));
    warnings.push(...addressWarnings(part), ...activeWarnings(part), ...quoteWarnings(part));
    if (part.name === 'img') warnings.push(...sourceWarnings(part));
  }
  for (const { index } of shown.matchAll(CSS_ADDRESS)) insecure.push(index);
  return [
    ...withoutRepetition(warnings),
    ...imageWarnings(images),
    ...insecureWarnings(insecure),
    ...relativeWarnings(relative),
    ...head.warnings(type),
  ];
}

/** Keeps only the first of several warnings about the same active content. */
function withoutRepetition(warnings: readonly SourceFault[]): readonly SourceFault[] {
  const kept = new Map<string, { readonly warning: SourceFault; count: number }>();
  for (const warning of warnings) {
    const { code, message, offset } = warning;
    const key = code === 'active_content' ? message : `${offset} ${code} ${message}`;
    const same = kept.get(key);
    if (same === undefined) kept.set(key, { warning, count: 1 });
    else same.count += 1;
  }
  return [...kept.values()].map(({ warning, count }) =>
    count === 1
      ? warning
      : { ...warning, message: `${warning.message} It is in ${count} places; the first is here.` },
  );
}

/** Collects facts about the head and the root for warnings after the pass. */
class Head {
  private rootStart = 0;
  /** The place and text of the title and the preview. */
  private readonly texts = new Map<string, { readonly start: number; readonly end: number; text: string }>();
  /** True if a preview text is hidden by hand instead of with mj-preview. */
  private hasHiddenText = false;
  private attributesDepth = 0;
  /** True if the head's defaults give images an alternative text. */
  givesImagesText = false;

  get isInDefaults(): boolean {
    return this.attributesDepth > 0;
  }

  see(part: MarkupPart, shown: string): void {
    if (part.kind === 'open') this.open(part);
    else if (part.kind === 'close') this.close(part, shown);
  }

  warnings(type: string): readonly SourceFault[] {
    if (type !== 'mjml' || this.hasHiddenText) return [];
    const preview = 'a preview text, which is shown beside the subject in the list of emails';
    return this.textWarnings('preview_missing', 'mj-preview', preview);
  }

  private textWarnings(code: string, name: string, what: string): readonly SourceFault[] {
    const { start = this.rootStart, text = '' } = this.texts.get(name) ?? {};
    if (text.trim() !== '') return [];
    return [{ code, message: `Give the email ${what}: <${name}>…</${name}> in the head.`, offset: start }];
  }

  private open({ name, start, end, attributes, isSelfClosing }: StartTag): void {
    if (name === 'mjml') this.rootStart = start;
    if (!name.startsWith('mj') && HIDDEN.test(attributes.get('style') ?? '')) this.hasHiddenText = true;
    if (!isSelfClosing && /^mj-preview$/.test(name) && !this.texts.has(name)) {
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

function isImageWithoutText({ name, attributes }: StartTag, head: Head): boolean {
  if (!IMAGES.has(name) || attributes.has('alt') || hasUnknownAttributes(attributes)) return false;
  return !head.isInDefaults && !(head.givesImagesText && name !== 'img');
}

/** One for all, at the first. */
function imageWarnings(images: readonly StartTag[]): readonly SourceFault[] {
  const [first] = images;
  if (first === undefined) return [];
  const message =
    images.length === 1
      ? `This <${first.name}> has no text for people who cannot see it: add alt="…" with what it shows, or alt="" if it only decorates.`
      : `${images.length} images have no text for people who cannot see them: add alt="…" with what each shows, or alt="" if it only decorates. The first is here.`;
  return [{ code: 'alt_missing', message, offset: first.start }];
}

function insecureAddresses({ attributes, places }: StartTag): readonly number[] {
  return [...attributes].flatMap(([name, value]) => {
    const isInsecure = ADDRESSES.has(name.toLowerCase()) && INSECURE.test(value);
    return isInsecure ? [places.get(name)?.start ?? 0] : [];
  });
}

/** One for all, at the first. */
function insecureWarnings(offsets: readonly number[]): readonly SourceFault[] {
  if (offsets.length === 0) return [];
  const why = 'which mail programs warn of or block: use https:.';
  const message =
    offsets.length === 1
      ? `This address begins with http:, ${why}`
      : `${offsets.length} addresses begin with http:, ${why} The first is here.`;
  return [{ code: 'insecure_address', message, offset: Math.min(...offsets) }];
}

interface RelativeAddress {
  readonly value: string;
  readonly offset: number;
}

function relativeAddresses({ name: element, attributes, places }: StartTag): readonly RelativeAddress[] {
  // Those of style sheets are reported with the element.
  if (element === 'link' || element === 'base') return [];
  return [...attributes].flatMap(([name, value]) => {
    const isAddress = RELATIVE_IN.has(name.toLowerCase()) && isRelative(value);
    return isAddress ? [{ value, offset: places.get(name)?.start ?? 0 }] : [];
  });
}

/** One for all, at the first. */
function relativeWarnings([first, ...others]: readonly RelativeAddress[]): readonly SourceFault[] {
  if (first === undefined) return [];
  const shown = first.value.trim();
  const address = shown.length > MAX_ADDRESS ? `${shown.slice(0, MAX_ADDRESS - 1)}…` : shown;
  const count = others.length + 1;
  const more = count === 1 ? '' : ` ${count} addresses are like this; the first is here.`;
  const message = `"${address}" is not a whole address, and an email has no site that it could be on: write it with https:// and the site.${more}`;
  return [{ code: 'relative_address', message, offset: first.offset }];
}

function sourceWarnings({ start, attributes }: StartTag): readonly SourceFault[] {
  if (hasUnknownAttributes(attributes) || (attributes.get('src') ?? '').trim() !== '') return [];
  if (attributes.has('srcset')) return [];
  const message =
    'This <img> has no src, so it shows nothing: add src="https://…" with the address of the image.';
  return [{ code: 'src_missing', message, offset: start }];
}

function addressWarnings({ attributes, places }: StartTag): readonly SourceFault[] {
  return [...attributes].flatMap(([name, value]) => {
    if (!ADDRESSES.has(name.toLowerCase()) || INSECURE.test(value)) return [];
    const offset = places.get(name)?.start ?? 0;
    const fault = addressFault(value);
    if (fault !== null) return [{ ...fault, offset }];
    if (!SCRIPT.test(value) && !(name.toLowerCase() === 'href' && /^\s*data:/i.test(value))) return [];
    const message = SCRIPT.test(value)
      ? 'Mail programs do not run scripts: link to a page instead.'
      : 'Mail programs do not follow data: addresses: link to a page instead.';
    return [{ code: 'active_content', message, offset }];
  });
}

function activeWarnings({ name, start, attributes, places }: StartTag): readonly SourceFault[] {
  // Gmail reads the actions of an email from structured data, which is not run.
  const isData = attributes.get('type')?.trim().toLowerCase() === 'application/ld+json';
  const instead = isData ? undefined : (ACTIVE.get(name) ?? (name.startsWith('amp-') ? AMP : undefined));
  const element =
    instead === undefined
      ? []
      : [{ code: 'active_content', message: `<${name}> does not work in emails. ${instead}`, offset: start }];
  const events = [...attributes.keys()].filter((attribute) => /^on[a-z]+$/i.test(attribute));
  return [
    ...element,
    ...events.map((attribute) => ({
      code: 'active_content',
      message: `Mail programs do not run scripts: remove ${attribute}.`,
      offset: places.get(attribute)?.start ?? start,
    })),
  ];
}

/** Quotes of word processors around a value: they become a part of it, and it ends with the first blank. */
function quoteWarnings({ attributes, places }: StartTag): readonly SourceFault[] {
  const found = [...attributes].find(([, value]) => TYPOGRAPHIC_QUOTE.test(value.charAt(0)));
  if (found === undefined) return [];
  const [name, value] = found;
  const { start = 0, valueStart = 0 } = places.get(name) ?? {};
  // In straight quotes they are a part of the text.
  if (valueStart - start > name.length + 1) return [];
  const inner = value.replaceAll(new RegExp(TYPOGRAPHIC_QUOTE, 'g'), '');
  const message = `HTML knows only straight quotes, " and ': write ${name}="${inner}".`;
  return [{ code: 'typographic_quotes', message, offset: valueStart }];
}

/** Whether a variable prints attributes, so that they are not known. */
function hasUnknownAttributes(attributes: ReadonlyMap<string, string>): boolean {
  return [...attributes.keys()].some((name) => name.includes(FILLER));
}
