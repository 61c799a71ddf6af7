import type { JsonObject } from '../../src/event/domain/event.js';
import { sampleDocument } from '../../src/event/domain/samples.js';

/** A document of about 5 KB: a long offer. */
export function largeDocument(status = 'accepted'): JsonObject {
  return documentOf(40, status);
}

/** A document of 1 KB: an ordinary offer. */
export function usualDocument(): JsonObject {
  return documentOf(7, 'accepted');
}

/** The sample with rows of goods, all different. */
function documentOf(length: number, status: string): JsonObject {
  const rows = Array.from({ length }, (_, index) => ({
    number: index + 1,
    article: `A-${(index * 7_919) % 100_003}`,
    text: `Cupboard ${(index * 31) % 97}, oak, ${400 + ((index * 53) % 60) * 10} mm`,
    amount: 1 + (index % 7),
    price: ((index * 104_729) % 90_000) / 100,
    vat: index % 3 === 0 ? 0.12 : 0.25,
  }));
  return { ...sampleDocument(status), rows };
}
