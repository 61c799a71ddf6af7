import { Injectable } from '@nestjs/common';
import { DirectoryService } from '../cell/directory.service.js';
import { Clock } from '../shared/clock.js';
import { NotFound, PreconditionFailed } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import { AuthenticatedPartner } from './domain/authenticated-partner.js';
import {
  issuerTaken,
  JwtSetting,
  type JwtSettingFields,
  scopesOfClaim,
  subjectOfClaim,
} from './domain/jwt-setting.js';
import { JwtSettingRepository } from './jwt-setting.repository.js';
import { PartnerService } from './partner.service.js';
import { claimedBy, TokenVerifier } from './token-verifier.js';

/** Stores the rules for partners' own tokens, and authenticates by these tokens. */
@Injectable()
export class JwtSettingService {
  constructor(
    private readonly settings: JwtSettingRepository,
    private readonly partners: PartnerService,
    private readonly verifier: TokenVerifier,
    private readonly directory: DirectoryService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound for an unknown partner and for one without a setting */
  async find(partnerId: number): Promise<JwtSetting> {
    const partner = await this.partners.find(partnerId);
    const setting = await this.settings.find(partner.id);
    if (setting === null) throw noSetting();
    return setting;
  }

  /**
   * Sets or replaces a partner's setting. The same setting again changes nothing.
   * @throws NotFound for an unknown partner
   * @throws PreconditionFailed
   * @throws Conflict when another partner has this issuer and audience
   */
  async put(
    partnerId: number,
    fields: JwtSettingFields,
    ifMatch: string | null,
  ): Promise<{ setting: JwtSetting; isNew: boolean }> {
    const wanted = new JwtSetting(partnerId, fields, this.clock.now());
    let isNew = false;
    const setting = await this.change(partnerId, fields, (former) => {
      isNew = former === null;
      if (former !== null) requireMatch(ifMatch, former.tag);
      else if (ifMatch !== null) throw new PreconditionFailed();
      return former?.tag === wanted.tag ? former : wanted;
    });
    return { setting: setting ?? wanted, isNew };
  }

  /**
   * Removes the setting, so that the partner's tokens are refused from now on.
   * @throws NotFound for an unknown partner, and one without a setting
   * @throws PreconditionFailed
   */
  async delete(partnerId: number, ifMatch: string | null): Promise<void> {
    await this.change(partnerId, null, (former) => {
      if (former === null) throw noSetting();
      requireMatch(ifMatch, former.tag);
      return null;
    });
  }

  /** The issuer and audiences in a token, not verified; null if the text is not a token. */
  claimedBy(token: string): { readonly issuer: string; readonly audiences: readonly string[] } | null {
    return claimedBy(token);
  }

  /**
   * The partner whose setting has the token's issuer and audience; null if the token is not valid by that setting, or
   * its audiences match several partners.
   * @throws Unavailable when the keys of the identity provider cannot be fetched
   */
  async authenticate(token: string): Promise<AuthenticatedPartner | null> {
    const claimed = claimedBy(token);
    if (claimed === null) return null;
    const [found, ...others] = await this.settings.forToken(claimed.issuer, claimed.audiences);
    if (found === undefined || others.length > 0) return null;
    const { setting, partner } = found;
    const claims = await this.verifier.verify(token, setting);
    if (claims === null) return null;
    return new AuthenticatedPartner(
      partner.id,
      partner.name,
      partner.features,
      scopesOfClaim(claims['scope']),
      { kind: 'token', id: null, name: subjectOfClaim(claims['sub']) },
    );
  }

  /** Replaces a setting and announces its issuer to the other cells. @throws Conflict, Unavailable */
  private change(
    partnerId: number,
    wanted: JwtSettingFields | null,
    change: (former: JwtSetting | null) => JwtSetting | null,
  ): Promise<JwtSetting | null> {
    return this.directory.change(
      async () => {
        const former = await this.settings.find(partnerId);
        if (wanted !== null) await this.requireFree(wanted);
        return { companies: [], issuers: [former, wanted].filter((setting) => setting !== null) };
      },
      () => this.settings.change(partnerId, change),
    );
  }

  /** Makes sure that no other cell has this issuer and audience. Within a cell a unique index does. */
  private async requireFree({ issuer, audience }: JwtSettingFields): Promise<void> {
    const cells = await this.directory.otherCellsOfIssuer(issuer, [audience]);
    if (cells.length > 0) throw issuerTaken();
  }
}

function noSetting(): NotFound {
  return new NotFound('The partner has no JWT setting.');
}
