/** The languages in which a receiver is shown. */
export type ReceiverLanguage = 'node' | 'python' | 'php' | 'go' | 'ruby';

/** A receiver that answers only to signed requests, with a place for what it verifies with. */
export interface Receiver {
  readonly id: ReceiverLanguage;
  readonly name: string;
  readonly code: string;
}
