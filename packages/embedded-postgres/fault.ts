/** The reason why the server cannot run, for callers that add advice. */
export type FaultCode =
  /** There are no binaries for this platform. */
  | 'not_installed'
  /** The binaries do not run on this machine. */
  | 'not_runnable'
  /** Root has started the server, and there is no other account for it. */
  | 'no_account'
  /** The folder contains data of another major version. */
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
