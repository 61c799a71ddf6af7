import { type Catalogue, words } from '../i18n/words';
import type { StateTone } from '../parts/badge';
import { deliveryOutcomes, emailOutcomes } from './words';

/** The outcome of an attempt, in the names of the API. */
export interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
}

/** A state with its look and its text. */
export interface State {
  readonly tone: StateTone;
  readonly text: string;
}

/** The texts of one feature, by the names of states and failures in the API. */
type Texts = Readonly<Record<string, string>> & Readonly<Record<'status' | 'valid' | 'unanswered', string>>;

const TONES: Readonly<Record<string, StateTone>> = {
  pending: 'info',
  retrying: 'wait',
  succeeded: 'good',
  failed: 'bad',
  bounced: 'bad',
  cancelled: 'ended',
  suppressed: 'ended',
};

/** The texts for states and outcomes of deliveries. */
export const ofDelivery = reading(deliveryOutcomes);

/** The texts for states and outcomes of emails. */
export const ofEmail = reading(emailOutcomes);

function reading(texts: Catalogue<Texts>) {
  return {
    /** A pending delivery that has failed before is shown as `Retrying`. */
    state({ status, attemptCount }: { readonly status: string; readonly attemptCount: number }): State {
      const name = status === 'pending' && attemptCount > 0 ? 'retrying' : status;
      return { tone: TONES[name] ?? 'ended', text: words(texts)[name] ?? name };
    },

    /** The text for an attempt: a status, the failure, or both. */
    outcome({ status, error }: Outcome): string {
      const t = words(texts);
      if (error === null && status === null) return t.unanswered;
      const said = error === null ? t.valid : (t[error] ?? t.status);
      if (status === null) return said.charAt(0).toUpperCase() + said.slice(1);
      return said === '' ? String(status) : `${status}, ${said}`;
    },
  };
}
