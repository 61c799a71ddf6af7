import { hash, timingSafeEqual } from 'node:crypto';
import { credentialOf } from './credential.js';

/** A token of the settings that opens routes to operators and their programs. */
export class ServiceToken {
  private readonly digest: Buffer;

  constructor(token: string) {
    this.digest = digestOf(token);
  }

  /** True if an Authorization header has it as a bearer token. */
  isIn(authorization: string | undefined): boolean {
    const credential = credentialOf(authorization);
    // Digests have one length, so that the comparison takes the same time whatever was sent.
    return credential?.scheme === 'bearer' && timingSafeEqual(digestOf(credential.token), this.digest);
  }
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
