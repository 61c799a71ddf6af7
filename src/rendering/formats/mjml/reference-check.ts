import { similarName } from '../../../shared/domain/similar-name.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { FILLER } from '../shared/format.js';
import { partsOf, type StartTag } from '../shared/tags.js';

/** Elements that display nothing without an address. */
const IMAGES: ReadonlySet<string> = new Set(['mj-image', 'mj-carousel-image']);
/** Elements of the head that can give buttons an address. */
const GIVE_BUTTONS_ADDRESS: ReadonlySet<string> = new Set(['mj-all', 'mj-button', 'mj-class']);

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
  return tags.flatMap((tag) => [
    ...(isKnown ? classWarnings(tag, names) : []),
    ...(givesSource || tag.start < inHead ? [] : imageWarnings(tag)),
    ...(givesAddress || tag.start < inHead ? [] : buttonWarnings(tag)),
  ]);
}

function classWarnings({ attributes, places }: StartTag, names: readonly string[]): readonly SourceFault[] {
  const written = attributes.get('mj-class') ?? '';
  const valueStart = places.get('mj-class')?.valueStart ?? 0;
  return [...written.matchAll(/\S+/g)].flatMap(({ 0: name, index }) => {
    if (names.includes(name) || name.includes(FILLER)) return [];
    const meant = similarName(name, names);
    const fix =
      meant === null
        ? `Define it in the head: <mj-attributes><mj-class name="${name}" … /></mj-attributes>.`
        : `Did you mean ${meant}?`;
    const message = `There is no mj-class ${name}. ${fix}`;
    return [{ code: 'unknown_class', message, offset: valueStart + index }];
  });
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
