import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { Forbidden } from '../shared/domain/errors.js';
import { unauthorized } from '../shared/http/http-fault.js';
import { recognisePartner } from '../shared/logging/request-context.js';
import { AuthenticationService } from './authentication.service.js';
import type { PartnerRequest } from './current-partner.js';
import { RateLimitService } from './rate-limit.service.js';
import type { Scope } from './domain/scope.js';

const READS_ONLY = 'livery:reads-only';

/** Marks a handler that changes nothing although it is not a GET, as a test render: the scope `read` is enough. */
export const ReadsOnly = () => SetMetadata(READS_ONLY, true);

/**
 * Lets a request pass that carries a valid credential of a partner with the scope its method needs, and leaves the
 * partner on the request (CONTRACT 2). Whatever is wrong with a credential, the answer is the same 401. Counts the
 * requests of a partner, and the failures of an address.
 */
@Injectable()
export class PartnerGuard implements CanActivate {
  constructor(
    private readonly authentication: AuthenticationService,
    private readonly limits: RateLimitService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PartnerRequest>();
    const address = request.ip ?? '';
    this.limits.requireGoodStanding(address);
    const partner = await this.authentication.authenticate(request.headers.authorization);
    if (partner === null) {
      await this.limits.countFailure(address);
      throw unauthorized('API key');
    }
    recognisePartner(partner.id);
    context
      .switchToHttp()
      .getResponse<Response>()
      .set(await this.limits.countRequest(partner.id));
    const scope = this.scopeFor(request.method, context);
    if (!partner.may(scope)) {
      throw new Forbidden(
        'scope_missing',
        `The credential lacks the scope "${scope}", which this call needs.`,
      );
    }
    request.partner = partner;
    return true;
  }

  private scopeFor(method: string, context: ExecutionContext): Scope {
    const reads = this.reflector.get<boolean | undefined>(READS_ONLY, context.getHandler());
    return reads === true || method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  }
}
