import { Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiKeyService } from '../partner/api-key.service.js';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { Forbidden } from '../shared/domain/errors.js';
import { CredentialView } from './portal-link.dto.js';

/** The rights of the console's credential, and sign-out. */
@ApiTags('Console')
@PartnerController('session')
export class SignOutController {
  constructor(private readonly keys: ApiKeyService) {}

  @Get()
  @ApiOperation({
    summary: 'Read what the credential may do',
    description: 'For any credential, so that a program can offer only what it may do.',
  })
  @ApiOkResponse({ description: 'The partner and the scopes.', type: CredentialView })
  find(@CurrentPartner() { id, name, scopes, sessionKeyId }: AuthenticatedPartner): CredentialView {
    return { partnerId: id, partnerName: name, scopes: [...scopes].sort(), sessionKeyId };
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Sign out of the console',
    description:
      'Revokes the key of the console session at once. Any other credential is refused with 403 `not_a_session`.',
  })
  @ApiNoContentResponse({ description: 'The key is revoked.' })
  async end(@CurrentPartner() { id, sessionKeyId }: AuthenticatedPartner): Promise<void> {
    if (sessionKeyId === null) {
      throw new Forbidden('not_a_session', 'This credential does not belong to a console session.');
    }
    await this.keys.revoke(id, sessionKeyId, null);
  }
}
