import { Injectable } from '@nestjs/common';
import { ApiKeyService } from './api-key.service.js';
import { claimsToBeApiKey } from './domain/api-key-text.js';
import type { AuthenticatedPartner } from './domain/authenticated-partner.js';
import { credentialOf } from './domain/credential.js';
import { JwtSettingService } from './jwt-setting.service.js';

/** Finds out which partner a request comes from. */
@Injectable()
export class AuthenticationService {
  constructor(
    private readonly keys: ApiKeyService,
    private readonly jwts: JwtSettingService,
  ) {}

  /**
   * The partner that an Authorization header stands for; null when it stands for none, whatever the reason. A bearer
   * token is an API key or a JWT, and what stands behind the scheme JWT is a JWT.
   * @throws Unavailable when it cannot be found out: the keys of the partner's identity provider are not to be had
   */
  async authenticate(authorization: string | undefined): Promise<AuthenticatedPartner | null> {
    const credential = credentialOf(authorization);
    if (credential === null) return null;
    const { scheme, token } = credential;
    if (scheme === 'bearer' && claimsToBeApiKey(token)) return this.keys.authenticate(token);
    return this.jwts.authenticate(token);
  }
}
