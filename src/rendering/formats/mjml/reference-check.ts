import { similarName } from '../../../shared/domain/similar-name.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { FILLER } from '../shared/format.js';
import { partsOf, type StartTag } from '../shared/tags.js';

/** Elements that display nothing without an address. */
const IMAGES: ReadonlySet<string> = new Set(['mj-image', 'mj-carousel-image']);
/** Elements of the head that can give buttons an address. */
const GIVE_BUTTONS_ADDRESS: ReadonlySet<string> = new Set(['mj-all', 'mj-button', 'mj-class']);

/** The most undefined classes that are reported individually. */
const MAX_FOREIGN = 3;
/** No template has more undefined classes. */
const MAX_COMPARED = 500;
/** How many undefined classes a collective message names. */
const MAX_LISTED = 10;

/** Warns of undefined classes, and of images and buttons without an address, which MJML accepts silently. */
export function referenceWarnings(flattened: string): readonly SourceFault[] {
  const tags = partsOf(flattened).filter((part): part is StartTag => part.kind === 'open');
  const definitions = tags.filter(({ name }) => name === 'mj-class');
  const names = definitions.map(({ attributes }) => attributes.get('name') ?? '');
  const isKnown = !names.some((name) => name.includes(FILLER));
  const inHead = flattened.indexOf('</mj-attributes');
  const defaults = tags.filter(({ start }) => start < inHead);
  const givesSource = defaults.some(({ attributes }) => attributes.has('src'));
  const givesAddress = defaults.some(
    ({ name, attributes }) => GIVE_BUTTONS_ADDRESS.has(name) && attributes.has('href'),
  );
  return [
    ...(isKnown ? classWarnings(unknownClasses(tags, names)) : []),
    ...tags.flatMap((tag) => [
      ...(givesSource || tag.start < inHead ? [] : imageWarnings(tag)),
      ...(givesAddress || tag.start < inHead ? [] : buttonWarnings(tag)),
    ]),
  ];
}

interface UnknownClass {
  readonly name: string;
  /** The class that was probably meant; null if none is similar. */
  readonly meant: string | null;
  readonly offset: number;
}

/** The first use of each class that is not defined. */
function unknownClasses(tags: readonly StartTag[], names: readonly string[]): readonly UnknownClass[] {
  const found = new Map<string, UnknownClass>();
  for (const { attributes, places } of tags) {
    const valueStart = places.get('mj-class')?.valueStart ?? 0;
    for (const { 0: name, index } of (attributes.get('mj-class') ?? '').matchAll(/\S+/g)) {
      if (found.has(name) || names.includes(name) || name.includes(FILLER)) continue;
      // Each is compared with all that are defined.
      if (found.size === MAX_COMPARED) return [...found.values()];
      found.set(name, { name, meant: similarName(name, names), offset: valueStart + index });
    }
  }
  return [...found.values()];
}

/** One for each class, but a single one for many that are similar to none: their definitions are elsewhere. */
function classWarnings(unknown: readonly UnknownClass[]): readonly SourceFault[] {
  const foreign = unknown.filter(({ meant }) => meant === null);
  const [first] = foreign;
  const isOne = foreign.length > MAX_FOREIGN && first !== undefined;
  const warnings = unknown.flatMap(({ name, meant, offset }) => {
    if (meant === null && isOne) return [];
    const fix = meant === null ? definitionOf(name) : `Did you mean ${meant}?`;
    return [{ code: 'unknown_class', message: `There is no mj-class ${name}. ${fix}`, offset }];
  });
  if (!isOne) return warnings;
  const listed = foreign.slice(0, MAX_LISTED).map(({ name }) => name);
  const more = foreign.length > MAX_LISTED ? ` and ${foreign.length - MAX_LISTED} more` : '';
  const message = `There are ${foreign.length} mj-classes that are not defined: ${listed.join(', ')}${more}. The first is here. ${definitionOf(first.name)}`;
  return [...warnings, { code: 'unknown_class', message, offset: first.offset }];
}

function definitionOf(name: string): string {
  return `Define it in the head: <mj-attributes><mj-class name="${name}" … /></mj-attributes>.`;
}

function imageWarnings(tag: StartTag): readonly SourceFault[] {
  const { name, start } = tag;
  if (!IMAGES.has(name) || mayHave(tag, 'src')) return [];
  const message = `This <${name}> has no src, so it shows nothing: add src="https://…" with the address of the image.`;
  return [{ code: 'src_missing', message, offset: start }];
}

function buttonWarnings(tag: StartTag): readonly SourceFault[] {
  if (tag.name !== 'mj-button' || mayHave(tag, 'href')) return [];
  const message =
    'This <mj-button> has no href, so nothing happens when it is clicked: add href="https://…" with the address that it opens.';
  return [{ code: 'href_missing', message, offset: tag.start }];
}

/** True if a tag has an attribute, or an expression that may print it. */
function mayHave({ attributes }: StartTag, attribute: string): boolean {
  if ((attributes.get(attribute) ?? '').trim() !== '') return true;
  return [...attributes.keys()].some((each) => each.includes(FILLER));
}
