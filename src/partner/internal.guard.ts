import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../shared/domain/errors.js';
import { unauthorized } from '../shared/http/http-fault.js';
import { Settings } from '../shared/settings.js';
import { ServiceToken } from './domain/service-token.js';

/**
 * Opens the service routes to whoever holds INTERNAL_TOKEN. Without that setting there are no such routes: every call
 * is answered 404 (CONTRACT 2).
 */
@Injectable()
export class InternalGuard implements CanActivate {
  private readonly token: ServiceToken | null;

  constructor({ internalToken }: Settings) {
    this.token = internalToken === null ? null : new ServiceToken(internalToken);
  }

  canActivate(context: ExecutionContext): boolean {
    if (this.token === null) throw new NotFound();
    if (this.admits(context.switchToHttp().getRequest<Request>().headers.authorization)) return true;
    throw unauthorized('INTERNAL_TOKEN');
  }

  /** Whether an Authorization header carries the token. */
  admits(authorization: string | undefined): boolean {
    return this.token?.isIn(authorization) ?? false;
  }
}
