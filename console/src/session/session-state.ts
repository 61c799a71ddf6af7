import type { Session } from './tabs';

/** The state of the page. */
export type SessionState =
  | { readonly is: 'opening' }
  | { readonly is: 'signedOut'; readonly message: string | null; readonly isWarning: boolean }
  /** A link was opened although there is a session. It replaces that only after a question. */
  | { readonly is: 'switching'; readonly present: Session; readonly link: string }
  | SignedIn;

/** Signed in. `ended` is the reason why the session has ended, while the page waits for another one. */
export interface SignedIn {
  readonly is: 'signedIn';
  readonly session: Session;
  readonly ended: string | null;
  /** True if the credential of the host page was refused. */
  readonly isRefused?: boolean;
  /** The number of the visit. Answers of one visit must not reach the next. Signing in again continues the visit. */
  readonly entry: number;
}
