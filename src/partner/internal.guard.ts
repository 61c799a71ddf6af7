import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { credentialOf } from './domain/credential.js';

/**
 * Opens the service routes to whoever holds INTERNAL_TOKEN. Without that setting there are no such routes: every call
 * is answered 404 (CONTRACT 2).
 */
@Injectable()
export class InternalGuard implements CanActivate {
  private readonly expected: Buffer | null;

  constructor({ internalToken }: Settings) {
    this.expected = internalToken === null ? null : digestOf(internalToken);
  }

  canActivate(context: ExecutionContext): boolean {
    if (this.expected === null) throw new NotFound();
    const credential = credentialOf(context.switchToHttp().getRequest<Request>().headers.authorization);
    // Digests have one length, so that the comparison takes the same time whatever was sent.
    if (credential?.scheme === 'bearer' && timingSafeEqual(digestOf(credential.token), this.expected))
      return true;
    throw new UnauthorizedException();
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
