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

/** Erasing a document's data on request. */
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
    description: 'Id of the document, as events carry it.',
    schema: { type: 'string', maxLength: 255, example: '5f3a1c9e7b2d4c0012ab34cd' },
  })
  @ApiOperation({
    summary: 'Erase the data of a document',
    description:
      'Everything stored about it is deleted, for every partner: events, bodies, attempts and answers, emails. Pending ' +
      'deliveries and emails are not sent. It cannot be undone. A record of it keeps a digest of the id. Doing it ' +
      'again erases what has arrived since.',
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
