import { isIP } from 'node:net';
import type { SettingReader } from './setting-reader.js';

/** An address on which a server of this service listens. */
export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
}

const PLACE = /^(?<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+):(?<port>\d{1,5})$/i;
/** Names of machines, such as localhost. One that ends with a number would be a misspelt address. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*(?!\d+$)[a-z0-9_-]{1,63}$/i;

/** Reads an address on which to listen, or a host name. */
export function readHost(read: SettingReader, name: string, fallback: string): string {
  const host = read.text(name) ?? fallback;
  if (isIP(host) === 0 && !NAME.test(host))
    read.faults.push(`${name} must be an address of this machine without a port, such as 127.0.0.1 or ::1.`);
  return host;
}

export function readListeningPlace(read: SettingReader, name: string): ListeningPlace | null {
  const value = read.text(name);
  if (value === null) return null;
  const { host = '', port = '' } = PLACE.exec(value)?.groups ?? {};
  if (host !== '' && Number(port) <= 65_535)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  read.faults.push(`${name} must be host:port, such as 127.0.0.1:2424 or [::1]:2424.`);
  return null;
}
