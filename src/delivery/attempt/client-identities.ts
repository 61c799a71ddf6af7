import { hash } from 'node:crypto';
import type { ClientIdentity } from '../../shared/egress/egress-connector.js';
import type { ClientCertificate } from '../../webhook-subscription/domain/auth/auth-type.js';

/** Each identity takes up to 1 MiB if WEBHOOK_CA_FILE adds roots. */
const MAX_IDENTITIES = 50;

export interface CachedIdentity extends ClientIdentity {
  /** Identifies the certificate and key. */
  readonly digest: string;
}

/** Caches TLS identities, because creating one takes milliseconds. */
export class ClientIdentities {
  private readonly known = new Map<string, CachedIdentity>();

  constructor(private readonly make: (certificate: string, key: string) => ClientIdentity) {}

  /** @throws EgressFailure if the certificate and key cannot be used */
  of({ certificate, key }: ClientCertificate): CachedIdentity {
    const digest = hash('sha256', JSON.stringify([certificate, key]));
    const known = this.known.get(digest);
    if (known !== undefined) return known;
    const made = { ...this.make(certificate, key), digest };
    const [oldest] = this.known.keys();
    if (this.known.size >= MAX_IDENTITIES && oldest !== undefined) this.known.delete(oldest);
    this.known.set(digest, made);
    return made;
  }
}
