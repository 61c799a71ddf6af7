import { type LookupFunction, type Socket, connect, isIP, isIPv6 } from 'node:net';
import {
  type SecureContext,
  type SecureContextOptions,
  type TLSSocket,
  connect as secure,
  createSecureContext,
  rootCertificates,
} from 'node:tls';
import { Injectable } from '@nestjs/common';
import { Settings } from '../settings.js';
import { EgressFailure } from './egress-failure.js';
import { EgressGuard, type EgressTarget } from './egress-guard.js';
import { EgressResolver } from './egress-resolver.js';
import { addressesByHostsFile } from './hosts-file.js';
import { TlsSessions } from './tls-sessions.js';

/** How long one of several addresses is tried before the next one is tried in parallel. */
const NEXT_ADDRESS_MS = 500;
const PROBE_IDLE_AFTER_MS = 60_000;

/** A client certificate for connections (mutual TLS). */
export interface ClientIdentity {
  readonly context: SecureContext;
}

/**
 * Opens outgoing connections, only to addresses approved by the guard, over verified TLS 1.2 or later, for HTTP/1.1.
 * Verification cannot be switched off.
 */
@Injectable()
export class EgressConnector {
  private readonly contextOptions: SecureContextOptions;
  private readonly secureContext: SecureContext;
  private readonly sessions = new TlsSessions();

  constructor(
    settings: Settings,
    private readonly guard: EgressGuard,
    private readonly resolver: EgressResolver,
  ) {
    this.contextOptions = {
      minVersion: 'TLSv1.2',
      ...(settings.webhookCa !== null && { ca: [...rootCertificates, settings.webhookCa] }),
    };
    this.secureContext = createSecureContext(this.contextOptions);
  }

  /**
   * Creates an identity from a certificate and key in PEM.
   * @throws EgressFailure of step tls if OpenSSL refuses them, for example because the key is too short
   */
  identity(certificate: string, key: string): ClientIdentity {
    try {
      return { context: createSecureContext({ ...this.contextOptions, cert: certificate, key }) };
    } catch (error) {
      throw EgressFailure.of('tls', error);
    }
  }

  /**
   * Opens a connection that is ready for a request. The caller owns it and must listen for its errors.
   * @param signal the caller's deadline
   * @param client the identity to present, or null
   * @throws EgressFailure
   */
  async connect(
    target: EgressTarget,
    signal: AbortSignal,
    client: ClientIdentity | null = null,
  ): Promise<TLSSocket> {
    const addresses = this.guard.admit(target, await this.addressesOf(target));
    return this.encrypt(target, await this.dial(target, addresses, signal), signal, client);
  }

  private async addressesOf(target: EgressTarget): Promise<readonly string[]> {
    const { host } = target;
    if (isIP(host) !== 0) return [host];
    const known = this.guard.knowsByName(target) ? await addressesByHostsFile(host) : [];
    return known.length > 0 ? known : this.resolver.addressesOf(host);
  }

  private async dial(
    target: EgressTarget,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<Socket> {
    const socket = connect({
      host: target.host,
      port: target.port,
      lookup: answering(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_IDLE_AFTER_MS,
    });
    await ready(socket, 'connect', signal);
    const refusal = this.guard.refusalOf(target, socket.remoteAddress ?? '');
    if (refusal === null) return socket;
    socket.destroy();
    throw new EgressFailure('blocked', `${target.host} was reached at ${socket.remoteAddress}, ${refusal}`);
  }

  private async encrypt(
    target: EgressTarget,
    socket: Socket,
    signal: AbortSignal,
    client: ClientIdentity | null,
  ): Promise<TLSSocket> {
    // Do not share sessions with a client certificate, because servers may attribute a resumed one to the client that
    // began it.
    const session = client === null ? this.sessions.of(target) : undefined;
    const encrypted = secure({
      socket,
      host: target.host,
      servername: isIP(target.host) === 0 ? target.host : '',
      secureContext: client?.context ?? this.secureContext,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(session !== undefined && { session }),
    });
    if (client === null) this.sessions.keepFrom(encrypted, target);
    await ready(encrypted, 'secureConnect', signal);
    return encrypted;
  }
}

/** Resolves when the socket emits the event. Destroys the socket on failure. */
async function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  const step = event === 'connect' ? 'connect' : 'tls';
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      socket.destroy();
      reject(new EgressFailure('timeout', `no connection in time (${step})`));
    };
    socket.on('error', (error) => {
      signal.removeEventListener('abort', giveUp);
      reject(EgressFailure.of(step, error));
    });
    socket.once('close', () => reject(new EgressFailure(step, 'the connection was closed')));
    socket.once(event, () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** Replaces DNS look-ups, so that only addresses approved by the guard are dialled. */
function answering(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, callback) => {
    if (all === true) callback(null, answers);
    else callback(null, answers[0]?.address ?? '', answers[0]?.family);
  };
}
