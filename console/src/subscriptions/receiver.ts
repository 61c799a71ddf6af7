/** The languages of the example receivers. */
export type ReceiverLanguage = 'node' | 'python' | 'php' | 'go' | 'ruby';

/** A receiver that accepts only signed requests, with a placeholder for the secret or public key. */
export interface Receiver {
  readonly id: ReceiverLanguage;
  readonly name: string;
  readonly code: string;
}
