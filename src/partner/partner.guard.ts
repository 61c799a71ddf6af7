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

const NEEDED_SCOPE = 'livery:needed-scope';

/** Marks a handler whose scope differs from its method's: `read` for GET and HEAD, `write` for the rest. */
const NeedsScope = (scope: Scope) => SetMetadata(NEEDED_SCOPE, scope);

/** Marks a handler, such as a test render, that changes nothing although it is not a GET. It needs the scope `read`. */
export const ReadsOnly = () => NeedsScope('read');

/**
 * Marks a GET whose answer, such as a signing secret, lets its reader act as the service. It needs the scope `write`.
 */
export const NeedsWrite = () => NeedsScope('write');

/**
 * Admits requests whose credential is valid and has the needed scope, and adds the partner to the request. Every
 * invalid credential gets the same 401. Limits a partner's requests, in progress and per minute, and the failures of an
 * address.
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
    const response = context.switchToHttp().getResponse<Response>();
    await this.limits.enter(partner.id, response);
    response.set(await this.limits.countRequest(partner.id));
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
    const needed = this.reflector.get<Scope | undefined>(NEEDED_SCOPE, context.getHandler());
    return needed ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
  }
}
