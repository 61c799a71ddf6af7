import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AuthenticatedPartner } from './domain/authenticated-partner.js';

/** A request on which PartnerGuard has left the partner it found. */
export interface PartnerRequest extends Request {
  partner?: AuthenticatedPartner;
}

/** The authenticated partner, as a parameter of a handler in a `@PartnerController()`. */
export const CurrentPartner = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { partner } = context.switchToHttp().getRequest<PartnerRequest>();
  if (partner === undefined) throw new Error('@CurrentPartner() needs a handler behind PartnerGuard.');
  return partner;
});
