import { hash, timingSafeEqual } from 'node:crypto';
import { credentialOf } from './credential.js';

/** A token from the settings that admits operators and their programs to certain routes. */
export class ServiceToken {
  private readonly digest: Buffer;

  constructor(token: string) {
    this.digest = digestOf(token);
  }

  /** True if an Authorization header has it as a bearer token. */
  isIn(authorization: string | undefined): boolean {
    const credential = credentialOf(authorization);
    // Digests all have the same length, so that the duration of the comparison reveals nothing.
    return credential?.scheme === 'bearer' && timingSafeEqual(digestOf(credential.token), this.digest);
  }
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
