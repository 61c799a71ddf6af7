import { currentLanguage } from './language';
import { serviceTextsSv } from './service-texts-sv';

/**
 * A sentence of the API document or of the service's catalogues, such as the meaning of an event, in the language of
 * the console. One without a translation stays as it is.
 */
export function said(sentence: string): string {
  return currentLanguage() === 'sv' ? (serviceTextsSv.get(sentence) ?? sentence) : sentence;
}
