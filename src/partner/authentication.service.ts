import { Injectable } from '@nestjs/common';
import type { AuthenticatedPartner } from './domain/authenticated-partner.js';

/** Finds out which partner a request comes from. */
@Injectable()
export class AuthenticationService {
  /** The partner an Authorization header stands for; null when it names none, whatever the reason. */
  async authenticate(_authorization: string | undefined): Promise<AuthenticatedPartner | null> {
    return null;
  }
}
