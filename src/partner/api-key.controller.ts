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
import { ListQuery, type Page } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { ApiKeyBody, ApiKeyView, NewApiKeyView } from './api-key.dto.js';
import { ApiKeyService } from './api-key.service.js';
import { CurrentPartner } from './current-partner.js';
import { AuthenticatedPartner } from './domain/authenticated-partner.js';
import { PartnerController } from './partner-controller.js';

const SESSION_REQUIRED = [
  403,
  '`session_required`: the credential is not that of a console session.',
] as const;

/** The API keys of the calling partner. Only console sessions make and revoke them: a key cannot make another one. */
@ApiTags('API keys')
@PartnerController('apiKey')
export class ApiKeyController {
  constructor(private readonly keys: ApiKeyService) {}

  @Get()
  @ApiOperation({
    summary: 'List your API keys',
    description:
      'Includes the keys of console sessions. With `deleted=true`, lists revoked keys. The keys themselves are ' +
      'not shown.',
  })
  @ApiOkResponse({ description: 'The keys, oldest first.', type: [ApiKeyView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: ListQuery,
  ): Promise<Page<ApiKeyView>> {
    const page = await this.keys.list(partner.id, query);
    return page.map((key) => ApiKeyView.of(key));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an API key' })
  @ApiOkResponse({ description: 'The key, without its secret.', type: ApiKeyView })
  @Problems(400, 404)
  async find(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('API key')) id: number,
  ): Promise<Representation<ApiKeyView>> {
    const key = await this.keys.find(partner.id, id);
    return new Representation(ApiKeyView.of(key), key.tag);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Create an API key',
    description:
      'Only in a console session, so that a stolen API key cannot create another one. Only this answer shows the key.',
  })
  @ApiCreatedResponse({ description: 'The key.', type: NewApiKeyView })
  @Problems(
    400,
    [...SESSION_REQUIRED],
    [409, '`limit_reached`: the partner cannot have more keys.'],
    413,
    415,
  )
  async issue(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Body() body: ApiKeyBody,
  ): Promise<Representation<NewApiKeyView>> {
    partner.requireSession();
    const { key, text } = await this.keys.issueForPartner(partner.id, ApiKeyBody.optionsOf(body));
    return new Representation(NewApiKeyView.of(key, text), key.tag, {
      location: `/partner/apiKey/${key.id}`,
    });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke an API key',
    description:
      'Only in a console session. The key is refused from now on. This cannot be undone: create a new key ' +
      'instead. Revoking the key of a session signs its user out.',
  })
  @ApiNoContentResponse({ description: 'The key is revoked.' })
  @Problems(400, [...SESSION_REQUIRED], 404, 412)
  async revoke(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('API key')) id: number,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    // An unknown key is 404 for every credential.
    await this.keys.find(partner.id, id);
    partner.requireSession();
    await this.keys.revoke(partner.id, id, ifMatch);
  }
}
