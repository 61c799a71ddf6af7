import { number } from '../../time/format';

/** Beyond this many bytes Gmail cuts an email off. */
const GMAIL_BYTES = 102 * 1024;

/** A size in relation to what Gmail shows. */
export function sizeOf(bytes: number): {
  readonly text: string;
  readonly share: number;
  readonly tone: 'good' | 'wait' | 'bad';
} {
  const share = bytes / GMAIL_BYTES;
  const text = number(bytes / 1024, { maximumFractionDigits: 1 });
  return { text, share, tone: share > 1 ? 'bad' : share > 0.8 ? 'wait' : 'good' };
}
