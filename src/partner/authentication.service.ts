import { Injectable } from '@nestjs/common';
import { ApiKeyService } from './api-key.service.js';
import { claimsToBeApiKey } from './domain/api-key-text.js';
import type { AuthenticatedPartner } from './domain/authenticated-partner.js';
import { credentialOf } from './domain/credential.js';
import { JwtSettingService } from './jwt-setting.service.js';

/** Authenticates partners. */
@Injectable()
export class AuthenticationService {
  constructor(
    private readonly keys: ApiKeyService,
    private readonly jwts: JwtSettingService,
  ) {}

  /**
   * The partner of an Authorization header; null if it is not valid, whatever the reason. With the scheme Bearer the
   * token is an API key or a JWT, with the scheme JWT it is a JWT.
   * @throws Unavailable when the keys of the partner's identity provider cannot be fetched
   */
  async authenticate(authorization: string | undefined): Promise<AuthenticatedPartner | null> {
    const credential = credentialOf(authorization);
    if (credential === null) return null;
    const { scheme, token } = credential;
    if (scheme === 'bearer' && claimsToBeApiKey(token)) return this.keys.authenticate(token);
    return this.jwts.authenticate(token);
  }
}
