import { isIP, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ipv4Of } from '../domain/egress-address.js';
import { urlProblem } from '../domain/egress-url.js';
import { Settings } from '../settings.js';
import { EgressFailure } from './egress-failure.js';

/** The parts of a URL that may be called. */
export interface EgressTarget {
  readonly origin: string;
  /** A host name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
}

/** Decides which addresses the service may call: checks URLs, then the addresses that they resolve to. */
@Injectable()
export class EgressGuard {
  constructor(
    private readonly settings: Settings,
    @Optional() private readonly adapterHost?: HttpAdapterHost,
  ) {}

  /**
   * Parses a URL that was accepted before.
   * @throws EgressFailure of step blocked if it would not be accepted now. The failure is local, because the settings
   *   must have changed.
   */
  target(url: string): EgressTarget {
    const problem = urlProblem(url, this.settings.egressAllow);
    if (problem !== null) throw new EgressFailure('blocked', `the URL ${problem}`, true);
    const { origin, hostname, port, pathname, search } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    return { origin, host, port: port === '' ? 443 : Number(port), path: pathname + search };
  }

  /** True if the allow list contains the host by name. */
  knowsByName({ host, port }: EgressTarget): boolean {
    return this.settings.egressAllow.allowsHost(host, port);
  }

  /**
   * The addresses of a target that may be called.
   * @throws EgressFailure of step blocked if there are none
   */
  admit(target: EgressTarget, addresses: readonly string[]): readonly string[] {
    const admitted = addresses.filter((ip) => this.refusalOf(target, ip) === null);
    const [first = ''] = addresses;
    if (admitted.length > 0) return admitted;
    throw new EgressFailure('blocked', `${target.host} leads to ${first}, ${this.refusalOf(target, first)}`);
  }

  /** A noun phrase for why a target must not be called at an address; null if it may be. */
  refusalOf({ host, port }: EgressTarget, ip: string): string | null {
    if (this.ownPorts().includes(port) && isOwnAddress(ip)) return 'this service itself';
    return this.settings.egressAllow.refusalOf(host, ip, port);
  }

  private ownPorts(): number[] {
    const server: unknown = this.adapterHost?.httpAdapter?.getHttpServer();
    const address = server instanceof Server ? server.address() : null;
    return typeof address === 'object' && address !== null
      ? [this.settings.port, address.port]
      : [this.settings.port];
  }
}

/** True for addresses of this machine. */
function isOwnAddress(ip: string): boolean {
  const plain = ipv4Of(ip) ?? ip;
  if (isIP(plain) === 4 ? /^(?:127|0)\./.test(plain) : ['::', '::1'].includes(plain)) return true;
  return Object.values(networkInterfaces()).some((addresses = []) =>
    addresses.some(({ address }) => address === plain),
  );
}
