import { isIP, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ipv4Of } from '../domain/egress-address.js';
import { urlProblem } from '../domain/egress-url.js';
import { Settings } from '../settings.js';
import { EgressFailure } from './egress-failure.js';

/** A URL that may be called, taken apart. */
export interface EgressTarget {
  readonly origin: string;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query, exactly as in the request. */
  readonly path: string;
}

/** Says whom the service may call: judges URLs, then the addresses behind them. */
@Injectable()
export class EgressGuard {
  constructor(
    private readonly settings: Settings,
    @Optional() private readonly adapterHost?: HttpAdapterHost,
  ) {}

  /**
   * Takes a URL apart that was accepted before.
   * @throws EgressFailure of step blocked when it would not be accepted now. That is a local one: the settings have
   *   changed since.
   */
  target(url: string): EgressTarget {
    const problem = urlProblem(url, this.settings.egressAllow);
    if (problem !== null) throw new EgressFailure('blocked', `the URL ${problem}`, true);
    const { origin, hostname, port, pathname, search } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    return { origin, host, port: port === '' ? 443 : Number(port), path: pathname + search };
  }

  /** True when the host is on the allow list by its name. */
  knowsByName({ host, port }: EgressTarget): boolean {
    return this.settings.egressAllow.allowsHost(host, port);
  }

  /**
   * Those addresses of a target that may be called.
   * @throws EgressFailure of step blocked when there is none.
   */
  admit(target: EgressTarget, addresses: readonly string[]): readonly string[] {
    const admitted = addresses.filter((ip) => this.refusalOf(target, ip) === null);
    const [first = ''] = addresses;
    if (admitted.length > 0) return admitted;
    throw new EgressFailure('blocked', `${target.host} leads to ${first}, ${this.refusalOf(target, first)}`);
  }

  /** The reason why a target must not be called at an address, as a noun phrase; null if it may be. */
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

/** True for addresses of this very machine. */
function isOwnAddress(ip: string): boolean {
  const plain = ipv4Of(ip) ?? ip;
  if (isIP(plain) === 4 ? /^(?:127|0)\./.test(plain) : ['::', '::1'].includes(plain)) return true;
  return Object.values(networkInterfaces()).some((addresses = []) =>
    addresses.some(({ address }) => address === plain),
  );
}
