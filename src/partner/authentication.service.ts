import { Injectable } from '@nestjs/common';
import { ApiKeyService } from './api-key.service.js';
import { claimsToBeApiKey } from './domain/api-key-text.js';
import type { AuthenticatedPartner } from './domain/authenticated-partner.js';
import { credentialOf } from './domain/credential.js';
import { JwtSettingService } from './jwt-setting.service.js';

/** Authenticates the requests of partners, by API key or token. */
@Injectable()
export class AuthenticationService {
  constructor(
    private readonly keys: ApiKeyService,
    private readonly jwts: JwtSettingService,
  ) {}

  /**
   * The partner that an Authorization header authenticates; null if the header is invalid for any reason. The scheme
   * Bearer takes an API key or a JWT, the scheme JWT only a JWT.
   * @throws Unavailable if the keys of the partner's identity provider cannot be fetched
   */
  async authenticate(authorization: string | undefined): Promise<AuthenticatedPartner | null> {
    const credential = credentialOf(authorization);
    if (credential === null) return null;
    const { scheme, token } = credential;
    if (scheme === 'bearer' && claimsToBeApiKey(token)) return this.keys.authenticate(token);
    return this.jwts.authenticate(token);
  }
}
