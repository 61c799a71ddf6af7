import type { Binaries } from './binaries.js';
import type { FaultCode } from './fault.js';

/** A supervisor's task, sent to its standard input as JSON. */
export interface SupervisorOrder {
  /** The address on which the supervisor listens for users of the server. */
  readonly address: string;
  /** The folder of the cluster (in a subfolder named after the major version) and the server's log. */
  readonly folder: string;
  readonly binaries: Binaries;
  /** Name and password of the superuser, for the first start. */
  readonly superuser: string;
  readonly password: string;
  /** Settings of the server in addition to those that are always set. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The answer of a supervisor to each user that connects: one line of JSON, once the server has started or failed. */
export type SupervisorAnswer =
  | { readonly port: number }
  | { readonly failure: string; readonly code: FaultCode | null };
