import { Module } from '@nestjs/common';
import { EmailModule } from '../email/email.module.js';
import { CellOfRequest } from './cell-of-request.js';
import { CellRouter } from './cell-router.js';

/** Requests for other cells. */
@Module({
  imports: [EmailModule],
  providers: [CellOfRequest, CellRouter],
})
export class RoutingModule {}
