import { Delete, HttpCode, Param, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CellForwardingService } from '../../cell/cell-forwarding.service.js';
import { CellsService } from '../../cell/cells.service.js';
import { InternalController } from '../../partner/internal-controller.js';
import { isForwarded } from '../../shared/http/forwarded-request.js';
import { Problems } from '../../shared/http/problems.js';
import { currentRequest } from '../../shared/logging/request-context.js';
import { ErasureQuery, ErasureView } from './erasure.dto.js';
import { ErasureService } from './erasure.service.js';
import { TypeIdPipe } from './type-id.pipe.js';

/** Erases a document's data on request. */
@ApiTags('Documents')
@InternalController('document')
export class ErasureController {
  constructor(
    private readonly erasures: ErasureService,
    private readonly cells: CellsService,
    private readonly forwarding: CellForwardingService,
  ) {}

  @Delete(':typeId')
  @HttpCode(200)
  @ApiParam({
    name: 'typeId',
    description: 'Id of the document: the `typeId` of its events.',
    schema: { type: 'string', maxLength: 255, example: '5f3a1c9e7b2d4c0012ab34cd' },
  })
  @ApiOperation({
    summary: 'Erase the data of a document',
    description:
      'Deletes everything stored about the document, for every partner: events, bodies, attempts, answers and ' +
      'emails. Pending deliveries and emails are not sent. This cannot be undone. A record keeps a digest of the ' +
      'id. Repeating the call erases what has arrived since.',
  })
  @ApiOkResponse({ description: 'How much was erased.', type: ErasureView })
  @Problems(400)
  async erase(
    @Param('typeId', TypeIdPipe) typeId: string,
    @Query() { companyId }: ErasureQuery,
    @Req() request: Request,
  ): Promise<ErasureView> {
    const askedBy = `request ${currentRequest()?.requestId ?? ''}`;
    const here = await this.erasures.erase(typeId, companyId ?? null, askedBy);
    if (isForwarded(request)) return here;
    const call = { method: 'DELETE', path: request.originalUrl };
    const answers = await Promise.all(this.cells.others.map((cell) => this.forwarding.call(cell, call)));
    return answers.map(({ text }) => JSON.parse(text) as ErasureView).reduce(sum, here);
  }
}

function sum(one: ErasureView, other: ErasureView): ErasureView {
  return {
    events: one.events + other.events,
    deliveries: one.deliveries + other.deliveries,
    emails: one.emails + other.emails,
  };
}
