import { Delete, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiKeyService } from '../partner/api-key.service.js';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { Forbidden } from '../shared/domain/errors.js';

/** Signing out of the console. */
@ApiTags('Console')
@PartnerController('session')
export class SignOutController {
  constructor(private readonly keys: ApiKeyService) {}

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Sign out of the console',
    description:
      'Revokes the key of the console session that the call is made with, at once. Any other credential is refused ' +
      'with 403 `not_a_session`: only the operator revokes API keys.',
  })
  @ApiNoContentResponse({ description: 'The key is revoked.' })
  async end(@CurrentPartner() { id, sessionKeyId }: AuthenticatedPartner): Promise<void> {
    if (sessionKeyId === null) {
      throw new Forbidden('not_a_session', 'This credential is not that of a console session.');
    }
    await this.keys.revoke(id, sessionKeyId, null);
  }
}
