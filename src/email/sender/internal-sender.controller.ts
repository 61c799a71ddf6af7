import { Body, Delete, Get, HttpCode, HttpStatus, Param, Put, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { InternalController } from '../../partner/internal-controller.js';
import { IdPipe } from '../../shared/http/id.pipe.js';
import { IfMatch } from '../../shared/http/if-match.js';
import { Problems } from '../../shared/http/problems.js';
import { Representation } from '../../shared/http/representation.js';
import { SenderBody, SenderView } from './sender.dto.js';
import { SenderService } from './sender.service.js';

/** Operators' routes for a partner's sender. */
@ApiTags('Senders')
@InternalController('partner/:id/sender')
export class InternalSenderController {
  constructor(private readonly senders: SenderService) {}

  @Get()
  @ApiOperation({ summary: 'Read the sender of a partner', description: 'Without its private key.' })
  @ApiOkResponse({ description: 'The sender.', type: SenderView })
  @Problems(400, 404)
  async find(@Param('id', new IdPipe('partner')) partnerId: number): Promise<Representation<SenderView>> {
    const sender = await this.senders.find(partnerId);
    return new Representation(SenderView.of(sender), sender.tag);
  }

  @Put()
  @ApiOperation({
    summary: 'Let emails of a partner come from its own address',
    description:
      'Replaces the whole sender. `livery doctor` looks up SPF, DKIM and DMARC of every sender and prints the ' +
      'missing records.',
  })
  @ApiOkResponse({ description: 'The sender, which replaces the former one.', type: SenderView })
  @ApiCreatedResponse({ description: 'The sender of a partner that had none.', type: SenderView })
  @Problems(400, 404, 412, 413, 415)
  async put(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Body() body: SenderBody,
    @IfMatch() ifMatch: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Representation<SenderView>> {
    const { sender, isNew } = await this.senders.put(partnerId, SenderBody.fieldsOf(body), ifMatch);
    const view = SenderView.of(sender);
    if (!isNew) return new Representation(view, sender.tag);
    response.status(HttpStatus.CREATED);
    return new Representation(view, sender.tag, { location: `/internal/partner/${partnerId}/sender` });
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({
    summary: 'Remove the sender of a partner',
    description: 'Its emails come from MAIL_FROM again, and its private key is deleted.',
  })
  @ApiNoContentResponse({ description: 'The sender is removed.' })
  @Problems(400, 404, 412)
  delete(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.senders.delete(partnerId, ifMatch);
  }
}
