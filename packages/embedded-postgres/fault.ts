/** Why there is no server, for callers that have advice of their own to add. */
export type FaultCode =
  /** There are no binaries for this platform. */
  | 'not_installed'
  /** The binaries do not run on this machine. */
  | 'not_runnable'
  /** Started by root, and there is no other account that the server could run as. */
  | 'no_account'
  /** The folder holds data of another major version. */
  | 'other_version';

/** An error of the embedded server whose message is meant for the operator. */
export class EmbeddedPostgresError extends Error {
  constructor(
    readonly code: FaultCode,
    message: string,
  ) {
    super(message);
  }
}
