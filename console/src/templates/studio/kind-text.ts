import { words } from '../../i18n/words';
import type { Variant } from '../source';
import { studioTexts } from './words';

/** The text for a kind of email. An unknown one keeps its name. */
export function kindText(kind: Variant['kind']): string {
  const t = words(studioTexts);
  return kind === 'document' ? t.document : kind === 'clientPdf' ? t.clientPdf : kind;
}
