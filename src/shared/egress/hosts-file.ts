import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { EgressFailure } from './egress-failure.js';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const LOCALHOST = ['127.0.0.1', '::1'];

/**
 * The addresses of a host in this machine's hosts file; always resolves localhost (RFC 6761). Only for hosts of the
 * allow list, because other names must neither reach nor reveal hosts that only this machine knows.
 * @throws EgressFailure if this machine lacks the resources to look
 */
export async function addressesByHostsFile(host: string): Promise<readonly string[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch((error: unknown) => {
    const failure = EgressFailure.of('dns', error);
    if (failure.isLocal) throw failure;
    return '';
  });
  const addresses = text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
    .filter(([address = '', ...names]) => isIP(address) !== 0 && names.includes(host))
    .map(([address = '']) => address);
  return addresses.length === 0 && host === 'localhost' ? LOCALHOST : addresses;
}
