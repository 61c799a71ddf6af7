import type { DatabaseHost } from '../../shared/domain/database-url.js';

/** What a server has last answered. */
export type HostState =
  /** It takes writes. Each promotion begins a timeline with a greater number. */
  | { readonly kind: 'primary'; readonly timeline: number }
  | { readonly kind: 'standby' }
  /** It is not a standby, and its sessions are told not to write. */
  | { readonly kind: 'read-only' }
  /** Silent or refusing, so many times in a row. */
  | { readonly kind: 'away'; readonly reason: string; readonly times: number; readonly isSilent?: boolean };

/** How often in a row a server may be away before the connections to it are given up. */
const TIMES_AWAY = 2;

export const HOST_STATES: readonly HostState['kind'][] = ['primary', 'standby', 'read-only', 'away'];

/** A server with its state; null before its first answer. */
export interface KnownHost {
  readonly host: DatabaseHost;
  readonly state: HostState | null;
}

/**
 * Chooses the server to write to. A former primary that is back without having been told of the promotion has the smaller
 * timeline. Between equals the one in use stays, or else the first in the list wins. Null if none takes writes.
 */
export function choosePrimary<Known extends KnownHost>(
  hosts: readonly Known[],
  inUse: Known | null,
): Known | null {
  let chosen: Known | null = null;
  for (const known of hosts) {
    const lead = timelineOf(known) - (chosen === null ? -1 : timelineOf(chosen));
    if (timelineOf(known) >= 0 && (lead > 0 || (lead === 0 && known === inUse))) chosen = known;
  }
  return chosen;
}

/** Whether connections to a server that was the primary are of no use any more, even if there is no other. */
export function isPast({ state }: KnownHost): boolean {
  if (state === null || state.kind === 'primary') return false;
  return state.kind !== 'away' || state.times >= TIMES_AWAY;
}

/** Whether a server has not answered at all, again and again; one that refuses connections is there. */
export function hasFallenSilent({ state }: KnownHost): boolean {
  return state?.kind === 'away' && state.isSilent === true && state.times >= TIMES_AWAY;
}

function timelineOf({ state }: KnownHost): number {
  return state?.kind === 'primary' ? state.timeline : -1;
}

/** The state in words, as `a:5432 is a standby`. */
export function describeHost({ host: { name }, state }: KnownHost): string {
  if (state === null) return `${name} has not answered yet`;
  if (state.kind === 'away') return `${name} does not answer (${state.reason})`;
  if (state.kind === 'read-only') return `${name} is read-only`;
  return `${name} is ${state.kind === 'primary' ? 'the primary' : 'a standby'}`;
}
