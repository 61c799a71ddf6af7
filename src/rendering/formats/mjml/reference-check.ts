import { similarName } from '../../../shared/domain/similar-name.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { FILLER } from '../shared/format.js';
import { partsOf, type StartTag } from '../shared/tags.js';

/** Elements that display nothing without an address. */
const IMAGES: ReadonlySet<string> = new Set(['mj-image', 'mj-carousel-image']);

/** Warns of classes that no mj-class defines, and images without an address, which MJML accepts silently. */
export function referenceWarnings(flattened: string): readonly SourceFault[] {
  const tags = partsOf(flattened).filter((part): part is StartTag => part.kind === 'open');
  const definitions = tags.filter(({ name }) => name === 'mj-class');
  const names = definitions.map(({ attributes }) => attributes.get('name') ?? '');
  const isKnown = !names.some((name) => name.includes(FILLER));
  const inHead = flattened.indexOf('</mj-attributes');
  const givesAddress = tags.some(({ start, attributes }) => start < inHead && attributes.has('src'));
  return tags.flatMap((tag) => [
    ...(isKnown ? classWarnings(tag, names) : []),
    ...(givesAddress || tag.start < inHead ? [] : imageWarnings(tag)),
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

function imageWarnings({ name, start, attributes }: StartTag): readonly SourceFault[] {
  if (!IMAGES.has(name) || [...attributes.keys()].some((each) => each.includes(FILLER))) return [];
  if ((attributes.get('src') ?? '').trim() !== '') return [];
  const message = `This <${name}> has no src, so it shows nothing: add src="https://…" with the address of the image.`;
  return [{ code: 'src_missing', message, offset: start }];
}
