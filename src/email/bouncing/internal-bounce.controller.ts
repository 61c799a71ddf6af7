import { HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { InternalController } from '../../partner/internal-controller.js';
import { bodyLimitsAt } from '../../shared/http/body-limits.js';
import { isForwarded } from '../../shared/http/forwarded-request.js';
import { Problems } from '../../shared/http/problems.js';
import { mediaTypeOf, readRaw } from '../../shared/http/raw-body.js';
import { ReadsItsBody } from '../../shared/http/reads-its-body.js';
import { BounceView, ComplaintView } from './bounce.dto.js';
import { BounceService } from './bounce.service.js';

const MESSAGE = 'message/rfc822';
/** The body of a message without its header: the header of the request says how to read it. */
const REPORT = 'multipart/report';
const MEDIA_TYPES = [MESSAGE, 'application/octet-stream', 'text/plain', REPORT] as const;
const EXAMPLE = [
  'To: documents@livery.example',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  '',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.client.example',
  '',
  'Final-Recipient: rfc822; ada@client.example',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
  '',
  '--b',
  'Content-Type: text/rfc822-headers',
  '',
  'Message-ID: <019b0000-1234-7abc-8def-0123456789ab@livery.example>',
  '',
  '--b--',
].join('\r\n');

/** Accepts reports of emails that receivers could not deliver. */
@ApiTags('Bounces')
@InternalController('bounce')
export class InternalBounceController {
  constructor(private readonly bounces: BounceService) {}

  @Post()
  @ReadsItsBody()
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Report that an email could not be delivered, or was not wanted',
    description:
      'The report as it arrived (RFC 3464, or RFC 5965 for a complaint), at most 10 MiB. The service finds the email by the address to which ' +
      'the report was sent (BOUNCE_ADDRESS), or by the Message-ID of the returned email. It also takes a report ' +
      'as application/octet-stream or text/plain, and the body of one as multipart/report.',
  })
  @ApiConsumes(MESSAGE)
  @ApiBody({ description: 'The raw message.', schema: { type: 'string', example: EXAMPLE } })
  @ApiExtraModels(BounceView, ComplaintView)
  @ApiOkResponse({
    description:
      'The bounce, which the log of emails shows; or the complaint, after which the recipient gets no more emails of ' +
      'the company except receipts.',
    schema: { oneOf: [{ $ref: getSchemaPath(BounceView) }, { $ref: getSchemaPath(ComplaintView) }] },
  })
  @Problems(400, 413, 415, [
    422,
    '`not_a_bounce`: the message reports a delay, or nothing. `unknown_email`: it is not about an email of this ' +
      'service.',
  ])
  async report(@Req() request: Request): Promise<BounceView | ComplaintView> {
    const body = await readRaw(request, MEDIA_TYPES, bodyLimitsAt(request.path).bytes);
    const isHeadless = mediaTypeOf(request) === REPORT && body.subarray(0, 2).toString() === '--';
    const header = `Content-Type: ${request.headers['content-type']}\r\n\r\n`;
    const message = isHeadless ? Buffer.concat([Buffer.from(header), body]) : body;
    const recorded = await this.bounces.report(message, isForwarded(request));
    return 'feedbackType' in recorded ? ComplaintView.of(recorded) : BounceView.of(recorded);
  }
}
