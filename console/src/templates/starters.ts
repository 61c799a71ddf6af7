import blank from './starters/blank.mjml?raw';
import bothKinds from './starters/both-kinds.mjml?raw';
import branded from './starters/branded.mjml?raw';
import letter from './starters/letter.html?raw';
import night from './starters/night.mjml?raw';
import notice from './starters/notice.mjml?raw';
import offer from './starters/offer.mjml?raw';
import receipt from './starters/receipt.mjml?raw';
import type { Source, Variant } from './source';

export type StarterId =
  | 'notice'
  | 'branded'
  | 'offer'
  | 'receipt'
  | 'bothKinds'
  | 'night'
  | 'letter'
  | 'blank';

/** A complete template to start from. */
export interface Starter {
  readonly id: StarterId;
  readonly type: Source['type'];
  readonly data: string;
  /** The emails that it is for. */
  readonly kind: Variant['kind'];
}

export const starters: readonly Starter[] = [
  { id: 'notice', type: 'mjml', data: notice, kind: 'document' },
  { id: 'branded', type: 'mjml', data: branded, kind: 'document' },
  { id: 'offer', type: 'mjml', data: offer, kind: 'document' },
  { id: 'receipt', type: 'mjml', data: receipt, kind: 'clientPdf' },
  { id: 'bothKinds', type: 'mjml', data: bothKinds, kind: 'document' },
  { id: 'night', type: 'mjml', data: night, kind: 'document' },
  { id: 'letter', type: 'html', data: letter, kind: 'document' },
  { id: 'blank', type: 'mjml', data: blank, kind: 'document' },
];

/** The starter as a template without a name. */
export function sourceOfStarter({ type, data }: Pick<Starter, 'type' | 'data'>): Source {
  return { name: null, type, parser: 'hbs', data, inlineStyles: true };
}
