import type { DatabaseHost } from '../../shared/domain/database-url.js';

/** The last answer of a server. */
export type HostState =
  /** It accepts writes. Each promotion begins a timeline with a greater number. */
  | { readonly kind: 'primary'; readonly timeline: number }
  | { readonly kind: 'standby' }
  /** It is not a standby, but its sessions are read-only. */
  | { readonly kind: 'read-only' }
  /** It has been silent or refused connections, this many consecutive times. */
  | { readonly kind: 'away'; readonly reason: string; readonly times: number; readonly isSilent?: boolean };

/** After being away this many consecutive times, connections to a server are given up. */
const TIMES_AWAY = 2;

export const HOST_STATES: readonly HostState['kind'][] = ['primary', 'standby', 'read-only', 'away'];

/** A server with its state; null before its first answer. */
export interface KnownHost {
  readonly host: DatabaseHost;
  readonly state: HostState | null;
}

/**
 * Chooses the server to write to: the primary with the greatest timeline, since a former primary that does not know of
 * a promotion has a smaller one. Between equals, prefers the one in use, else the first. Null if none accepts writes.
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

/** True if connections to a former primary are useless, even if there is no other. */
export function isPast({ state }: KnownHost): boolean {
  if (state === null || state.kind === 'primary') return false;
  return state.kind !== 'away' || state.times >= TIMES_AWAY;
}

/** True if a server was repeatedly silent. False for one that refuses connections. */
export function hasFallenSilent({ state }: KnownHost): boolean {
  return state?.kind === 'away' && state.isSilent === true && state.times >= TIMES_AWAY;
}

function timelineOf({ state }: KnownHost): number {
  return state?.kind === 'primary' ? state.timeline : -1;
}

/** The state in words, such as `a:5432 is a standby`. */
export function describeHost({ host: { name }, state }: KnownHost): string {
  if (state === null) return `${name} has not answered yet`;
  if (state.kind === 'away') return `${name} does not answer (${state.reason})`;
  if (state.kind === 'read-only') return `${name} is read-only`;
  return `${name} is ${state.kind === 'primary' ? 'the primary' : 'a standby'}`;
}
