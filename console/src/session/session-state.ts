import type { Session } from './tabs';

/** The present purpose of the page. */
export type SessionState =
  | { readonly is: 'opening' }
  | { readonly is: 'signedOut'; readonly message: string | null; readonly isWarning: boolean }
  /** A link was opened where a session is: it replaces none without being asked. */
  | { readonly is: 'switching'; readonly present: Session; readonly link: string }
  | SignedIn;

/** Signed in. `ended` is the reason why the session has ended, while the page waits for another one. */
export interface SignedIn {
  readonly is: 'signedIn';
  readonly session: Session;
  readonly ended: string | null;
  /** The credential of the page around the console was refused. */
  readonly isRefused?: boolean;
  /** Counts the visits: answers of one must not reach the next. Signing in again continues the same visit. */
  readonly entry: number;
}
