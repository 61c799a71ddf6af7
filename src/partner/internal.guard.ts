import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { ServiceToken } from './domain/service-token.js';
import { RateLimitService } from './rate-limit.service.js';

/**
 * Admits callers with INTERNAL_TOKEN to the service routes, and limits the wrong tokens from an address. If the setting
 * is missing, these routes answer every call with 404.
 */
@Injectable()
export class InternalGuard implements CanActivate {
  private readonly token: ServiceToken | null;

  constructor(
    { internalToken }: Settings,
    private readonly limits: RateLimitService,
  ) {
    this.token = internalToken === null ? null : new ServiceToken(internalToken);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.token === null) throw new NotFound();
    const { ip = '', headers } = context.switchToHttp().getRequest<Request>();
    await this.limits.requireToken(this.token, headers.authorization, ip, 'INTERNAL_TOKEN');
    return true;
  }

  /** True if the header contains the token and its address has not sent too many wrong ones. */
  admits(authorization: string | undefined, address: string): boolean {
    return (this.token?.isIn(authorization) ?? false) && !this.limits.isRefused(address);
  }
}
