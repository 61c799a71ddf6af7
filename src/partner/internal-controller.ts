import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import { InternalGuard } from './internal.guard.js';

/** A controller of service routes under `/internal/<path>`, for the document service and operators. */
export function InternalController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`internal/${path}`),
    UseGuards(InternalGuard),
    ApiBearerAuth('internalToken'),
  );
}
