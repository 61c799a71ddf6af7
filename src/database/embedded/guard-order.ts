import type { Binaries } from './binaries.js';

/** What a guard is told on its standard input. */
export interface GuardOrder {
  /** Where it listens for those who use the server. */
  readonly address: string;
  /** Holds the cluster (in a folder named after the major version) and the server's log. */
  readonly folder: string;
  readonly binaries: Binaries;
  /** Of the superuser, for the first start. */
  readonly password: string;
  /** Settings of the server on top of those that are always set. */
  readonly settings: Readonly<Record<string, string>>;
}

/** What a guard tells everyone who connects, as one line of JSON, once it knows. */
export type GuardAnswer = { readonly port: number } | { readonly failure: string };

/** The superuser of the embedded server. The service itself is another role: service-role.ts. */
export const SUPERUSER = 'livery';
