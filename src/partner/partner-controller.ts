import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { PartnerGuard } from './partner.guard.js';

/** A controller of routes under `/partner/<path>` that act on the authenticated partner's own objects. */
export function PartnerController(path: string): ClassDecorator {
  return applyDecorators(Controller(`partner/${path}`), UseGuards(PartnerGuard), ApiBearerAuth('apiKey'));
}
