import { FIXED_LIMITS, type RenderLimits } from '../../domain/render-limits.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { partsOf } from '../shared/tags.js';

/** The first part of markup that MJML cannot compile in reasonable time, or null. One pass. */
export function markupLimitFault(markup: string, limits: RenderLimits): SourceFault | null {
  return elementFault(markup, limits) ?? fontFamilyFault(markup);
}

function elementFault(markup: string, limits: RenderLimits): SourceFault | null {
  const counts = { elements: 0, depth: 0, carouselImages: 0, selectors: 0 };
  for (const part of partsOf(markup)) {
    if (part.kind === 'close' && part.name.startsWith('mj')) counts.depth = Math.max(counts.depth - 1, 0);
    if (part.kind !== 'open' || !part.name.startsWith('mj')) continue;
    counts.elements += 1;
    if (!part.isSelfClosing) counts.depth += 1;
    if (part.name === 'mj-carousel-image') counts.carouselImages += 1;
    if (part.name === 'mj-selector') counts.selectors += 1;
    const selector = part.name === 'mj-selector' ? (part.attributes.get('path') ?? '') : '';
    const fault = beyond(counts, selector, limits);
    if (fault !== null) return { ...fault, offset: part.start };
  }
  return null;
}

function beyond(
  counts: Readonly<Record<'elements' | 'depth' | 'carouselImages' | 'selectors', number>>,
  selector: string,
  limits: RenderLimits,
): Omit<SourceFault, 'offset'> | null {
  if (counts.elements > limits.elements) {
    return fault('too_many_elements', `There may be at most ${limits.elements} MJML elements.`);
  }
  if (counts.depth > limits.elementDepth) {
    return fault('nesting_too_deep', `MJML elements may be nested at most ${limits.elementDepth} deep.`);
  }
  if (counts.carouselImages > FIXED_LIMITS.carouselImages) {
    return fault('too_many_images', `There may be at most ${FIXED_LIMITS.carouselImages} carousel images.`);
  }
  if (counts.selectors > FIXED_LIMITS.selectors) {
    return fault(
      'too_many_selectors',
      `There may be at most ${FIXED_LIMITS.selectors} mj-selector elements.`,
    );
  }
  return selector.length > FIXED_LIMITS.selectorLength
    ? fault('selector_too_long', `A selector may have at most ${FIXED_LIMITS.selectorLength} characters.`)
    : null;
}

/** MJML searches for web fonts with a regular expression that takes time quadratic in their number. */
function fontFamilyFault(markup: string): SourceFault | null {
  let count = 0;
  for (const { index } of markup.matchAll(/font-family/gi)) {
    count += 1;
    if (count > FIXED_LIMITS.fontFamilies) {
      return {
        ...fault(
          'too_many_fonts',
          `There may be at most ${FIXED_LIMITS.fontFamilies} font-family declarations.`,
        ),
        offset: index,
      };
    }
  }
  return null;
}

function fault(code: string, message: string): Omit<SourceFault, 'offset'> {
  return { code, message };
}
