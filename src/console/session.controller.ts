import { Body, Controller, Header, HttpCode, Ip, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { RateLimitService } from '../partner/rate-limit.service.js';
import { HttpFault } from '../shared/http/http-fault.js';
import { Problems } from '../shared/http/problems.js';
import { SessionBody, SessionView } from './portal-link.dto.js';
import { PortalLinkService } from './portal-link.service.js';

/** Sign-in to the console, with the token of a link as the credential. */
@ApiTags('Console')
@Controller('console/session')
export class SessionController {
  constructor(
    private readonly links: PortalLinkService,
    private readonly limits: RateLimitService,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Exchange a link for an API key',
    description: 'The console’s first call. A link works once, and only this answer shows the key.',
  })
  @ApiOkResponse({ description: 'The key.', type: SessionView })
  @Problems(400, 401, 413, 415, 429)
  async open(
    @Body() { link }: SessionBody,
    @Ip() address: string,
    @Req() { protocol }: Request,
  ): Promise<SessionView> {
    this.limits.requireGoodStanding(address);
    const session = await this.links.exchange(link, { address, protocol });
    if (session === null) {
      await this.limits.countFailure(address);
      throw new HttpFault(401, 'invalid_link', 'This link has been used or has expired. Ask for a new one.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    return SessionView.of(session);
  }
}
