import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { ServiceToken } from './domain/service-token.js';
import { RateLimitService } from './rate-limit.service.js';

/**
 * Opens the service routes to callers with INTERNAL_TOKEN, and limits how many wrong tokens an address may send. Without
 * the setting these routes do not exist: every call is answered with 404.
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

  /** True when an Authorization header carries the token and the address it comes from may still try tokens. */
  admits(authorization: string | undefined, address: string): boolean {
    return (this.token?.isIn(authorization) ?? false) && !this.limits.isRefused(address);
  }
}
