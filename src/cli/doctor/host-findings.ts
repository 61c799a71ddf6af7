import { connecting } from '../../database/connecting.js';
import { askHost } from '../../database/primary/host-probe.js';
import { choosePrimary, type KnownHost } from '../../database/primary/host-state.js';
import { parseDatabaseUrl } from '../../shared/domain/database-url.js';
import { type Finding, ok, warning, wrong } from './finding.js';

/** The finding about each host of a database address that names several. */
export async function hostFindings(url: string): Promise<Finding[]> {
  const { hosts } = parseDatabaseUrl(url);
  if (hosts.length === 1) return [];
  const config = { ...connecting(url).config, application_name: 'livery doctor' };
  const known = await Promise.all(hosts.map(async (host) => ({ host, state: await askHost(host, config) })));
  return findingsOfHosts(known);
}

/** The findings about hosts by their answers. */
export function findingsOfHosts(hosts: readonly KnownHost[]): Finding[] {
  const chosen = choosePrimary(hosts, null);
  return hosts.map((known) => findingOf(known, known === chosen));
}

function findingOf({ host, state }: KnownHost, isChosen: boolean): Finding {
  const point = `host ${host.name}`;
  if (isChosen) return ok(point, 'It accepts writes, and the service uses it.');
  if (state?.kind === 'standby') return ok(point, 'It is a standby.');
  if (state?.kind === 'primary') {
    return wrong(
      point,
      'It accepts writes, and so does another host.',
      'Stop it, or make it a standby of the other. The other hosts lack the data written to it.',
    );
  }
  if (state?.kind === 'read-only') {
    return warning(point, 'It is not a standby, and read-only.', 'Check default_transaction_read_only.');
  }
  const reason = state?.kind === 'away' ? state.reason.replace(/\.$/, '') : 'no answer';
  return warning(point, `It does not answer: ${reason}.`, 'Start it, or remove it from DATABASE_URL.');
}
