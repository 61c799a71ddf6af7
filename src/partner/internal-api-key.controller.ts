import { Body, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { IdPipe } from '../shared/http/id.pipe.js';
import { IfMatch } from '../shared/http/if-match.js';
import { ListQuery, Page } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { ApiKeyBody, ApiKeyView, NewApiKeyView } from './api-key.dto.js';
import { ApiKeyService } from './api-key.service.js';
import { InternalController } from './internal-controller.js';

/** The API keys of a partner. */
@ApiTags('API keys')
@InternalController('partner/:id/apiKey')
export class InternalApiKeyController {
  constructor(private readonly keys: ApiKeyService) {}

  @Get()
  @ApiOperation({
    summary: 'List the API keys of a partner',
    description: 'With `deleted=true`, lists revoked keys. The keys themselves are not shown.',
  })
  @ApiOkResponse({ description: 'The keys, oldest first.', type: [ApiKeyView] })
  @Problems(400, 404)
  async list(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Query() query: ListQuery,
  ): Promise<Page<ApiKeyView>> {
    const page = await this.keys.list(partnerId, query);
    return page.map((key) => ApiKeyView.of(key));
  }

  @Get(':keyId')
  @ApiOperation({ summary: 'Read an API key' })
  @ApiOkResponse({ description: 'The key, without its secret.', type: ApiKeyView })
  @Problems(400, 404)
  async find(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Param('keyId', new IdPipe('API key')) id: number,
  ): Promise<Representation<ApiKeyView>> {
    const key = await this.keys.find(partnerId, id);
    return new Representation(ApiKeyView.of(key), key.tag);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Create an API key',
    description: 'Only this answer shows the key.',
  })
  @ApiCreatedResponse({ description: 'The key.', type: NewApiKeyView })
  @Problems(400, 404, 413, 415)
  async issue(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Body() body: ApiKeyBody,
  ): Promise<Representation<NewApiKeyView>> {
    const { key, text } = await this.keys.issue(partnerId, ApiKeyBody.optionsOf(body));
    return new Representation(NewApiKeyView.of(key, text), key.tag, {
      location: `/internal/partner/${partnerId}/apiKey/${key.id}`,
    });
  }

  @Delete(':keyId')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke an API key',
    description: 'The key is refused from now on. This cannot be undone: create a new key instead.',
  })
  @ApiNoContentResponse({ description: 'The key is revoked.' })
  @Problems(400, 404, 412)
  revoke(
    @Param('id', new IdPipe('partner')) partnerId: number,
    @Param('keyId', new IdPipe('API key')) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.keys.revoke(partnerId, id, ifMatch);
  }
}
