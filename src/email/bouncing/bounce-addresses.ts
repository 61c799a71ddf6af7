import { Injectable } from '@nestjs/common';
import { SealedTokens } from '../../shared/secrets/sealed-tokens.js';
import { Settings } from '../../shared/settings.js';
import {
  type BouncedEmail,
  namedBytes,
  readBounceToken,
  writeBounceToken,
} from '../domain/bounce-address.js';

/**
 * Envelope senders that identify the email (VERP): with BOUNCE_ADDRESS, `bounce+<token>@domain`. The token is
 * authenticated, so only servers that received the email can report its bounce.
 */
@Injectable()
export class BounceAddresses {
  constructor(
    private readonly tokens: SealedTokens,
    private readonly settings: Settings,
  ) {}

  /** Null without BOUNCE_ADDRESS. */
  of(email: BouncedEmail): string | null {
    const address = this.settings.bounceAddress;
    if (address === null) return null;
    const at = address.lastIndexOf('@');
    const named = namedBytes(email);
    const token = writeBounceToken(named, this.tokens.sign('bounce', named));
    return `${address.slice(0, at)}+${token}${address.slice(at)}`;
  }

  /**
   * The email identified by an address; `forged` if the address is ours but its token is not; null for other addresses.
   */
  read(address: string): BouncedEmail | 'forged' | null {
    const ours = this.settings.bounceAddress?.toLowerCase();
    const at = address.lastIndexOf('@');
    const plus = address.indexOf('+');
    if (ours === undefined || plus === -1 || plus > at) return null;
    const lower = address.toLowerCase();
    if (lower.slice(0, plus) + lower.slice(at) !== ours) return null;
    const read = readBounceToken(lower.slice(plus + 1, at));
    if (read === null || !this.tokens.verifies('bounce', read.named, read.mac)) return 'forged';
    return read.email;
  }
}
