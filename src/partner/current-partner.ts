import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AuthenticatedPartner } from './domain/authenticated-partner.js';

/** A request to which PartnerGuard has added the authenticated partner. */
export interface PartnerRequest extends Request {
  partner?: AuthenticatedPartner;
}

/** The authenticated partner, as a parameter of a handler in a `@PartnerController()`. */
export const CurrentPartner = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { partner } = context.switchToHttp().getRequest<PartnerRequest>();
  if (partner === undefined) throw new Error('@CurrentPartner() needs a handler behind PartnerGuard.');
  return partner;
});
