import { Body, Delete, Get, HttpCode, HttpStatus, Param, Put, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { InternalController } from './internal-controller.js';
import { JwtSettingBody, JwtSettingView } from './jwt-setting.dto.js';
import { JwtSettingService } from './jwt-setting.service.js';

/** The rules by which tokens of a partner's own identity provider are verified. */
@ApiTags('JWT settings')
@InternalController('partner/:id/jwt')
export class InternalJwtSettingController {
  constructor(private readonly settings: JwtSettingService) {}

  @Get()
  @ApiOperation({ summary: 'Read the JWT setting of a partner' })
  @ApiOkResponse({ description: 'The setting.', type: JwtSettingView })
  @Problems(400, 404)
  async find(@Param('id', new IdPipe('partner')) partnerId: number): Promise<Representation<JwtSettingView>> {
    const setting = await this.settings.find(partnerId);
    return new Representation(JwtSettingView.of(setting), setting.tag);
  }

  @Put()
  @ApiOperation({
    summary: 'Let a partner use tokens of its own identity provider',
    description: 'Replaces the whole setting. No other partner may have the same issuer and audience.',
  })
  @ApiOkResponse({ description: 'The setting, which replaces the former one.', type: JwtSettingView })
  @ApiCreatedResponse({ description: 'The setting of a partner that had none.', type: JwtSettingView })
  @Problems(
    400,
    404,
    [409, '`issuer_taken`: another partner has a setting with this issuer and audience.'],
    412,
    413,
    415,
  )
  async put(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Body() body: JwtSettingBody,
    @IfMatch() ifMatch: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Representation<JwtSettingView>> {
    const fields = JwtSettingBody.fieldsOf(body);
    const { setting, isNew } = await this.settings.put(partnerId, fields, ifMatch);
    const view = JwtSettingView.of(setting);
    if (!isNew) return new Representation(view, setting.tag);
    response.status(HttpStatus.CREATED);
    return new Representation(view, setting.tag, { location: `/internal/partner/${partnerId}/jwt` });
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Remove the JWT setting of a partner' })
  @ApiNoContentResponse({ description: 'The JWT setting is removed.' })
  @Problems(400, 404, 412)
  delete(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.settings.delete(partnerId, ifMatch);
  }
}
