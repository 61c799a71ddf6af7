import { Get, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { Problems } from '../shared/http/problems.js';
import { StreamQuery } from './stream.dto.js';
import { StreamService } from './stream.service.js';

const EXAMPLE_ID = '1741260885123~01956b3c-8a10-7cc3-8d2f-5d0c4a9e1f00~742:742:';
const EXAMPLE = [
  `id: ${EXAMPLE_ID}`,
  'event: delivery',
  'data: {"id":"msg_AZrFzV4XcAGkbR8D0Zr7GgAAAAc","status":"succeeded","lastStatus":204}',
  '\n',
].join('\n');

/** The stream of changes. */
@ApiTags('Stream')
@PartnerController('stream')
export class StreamController {
  constructor(private readonly streams: StreamService) {}

  @Get()
  @ApiOperation({
    summary: 'Stream what changes',
    description:
      'Server-sent events. `delivery` and `email` have the object as its list shows it, each time it changes; `event` ' +
      'has an event when it is accepted. `reset` means that more has changed than the stream can show: read the lists ' +
      'again, only that of the kind in its `of` if there is one. A heartbeat comes every 15 seconds. The stream ends, ' +
      'with `retry`, if its reader is too slow, the service stops, or the credential is no longer valid. A partner may ' +
      'have 5 streams in each process of the service; they do not count as requests in progress.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    description:
      'The `id` of the last message, after which the stream continues. If it is older than 5 minutes, the stream ' +
      'begins with `reset`.',
    required: false,
    schema: { type: 'string' },
    example: EXAMPLE_ID,
  })
  @ApiResponse({
    status: 200,
    description: 'The stream.',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
  })
  @Problems(400, [429, '`too_many_streams`: the partner reads 5 streams here already.'])
  async open(
    @CurrentPartner() { id: partnerId }: AuthenticatedPartner,
    @Query() { kinds }: StreamQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (request.method === 'HEAD') {
      response.type('text/event-stream').end();
      return;
    }
    const { authorization } = request.headers;
    await this.streams.begin(
      { partnerId, kinds, authorization, lastId: request.get('last-event-id') },
      response,
    );
  }
}
