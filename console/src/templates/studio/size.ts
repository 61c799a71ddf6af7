import { number } from '../../time/format';

/** Gmail clips emails beyond this many bytes. */
const GMAIL_BYTES = 102 * 1024;

/** A size in relation to Gmail's limit. */
export function sizeOf(bytes: number): {
  readonly text: string;
  readonly share: number;
  readonly tone: 'good' | 'wait' | 'bad';
} {
  const share = bytes / GMAIL_BYTES;
  const text = number(bytes / 1024, { maximumFractionDigits: 1 });
  return { text, share, tone: share > 1 ? 'bad' : share > 0.8 ? 'wait' : 'good' };
}
