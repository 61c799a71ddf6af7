import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { CellsService, type NumberedCell } from '../cell/cells.service.js';
import { MovedPartnersService } from '../cell/moved-partners.service.js';
import { DirectoryService } from '../cell/directory.service.js';
import { cellOfToken } from '../cell/domain/cell-token.js';
import { UnsubscribeService } from '../email/unsubscribing/unsubscribe.service.js';
import { cellOfApiKey, claimsToBeApiKey } from '../partner/domain/api-key-text.js';
import { credentialOf } from '../partner/domain/credential.js';
import { JwtSettingService } from '../partner/jwt-setting.service.js';
import { originForm } from '../shared/http/head-check.js';
import { unauthorized } from '../shared/http/http-fault.js';

/** Another cell; null if this one answers the request. */
type Found = NumberedCell | null;

const OF_PARTNER = /^\/internal\/partner\/([1-9]\d{0,9})(?:\/|$)/;
const UNSUBSCRIBE = /^\/unsubscribe\/([^/]+)$/;
const CONFIRMATION = /^\/contact\/confirmation\/([^/]+)$/;

/**
 * Finds the cell that a request is for, from its head alone. Requests about several cells, such as events, are not
 * forwarded; their handlers ask the other cells themselves.
 */
@Injectable()
export class CellOfRequest {
  constructor(
    private readonly cells: CellsService,
    private readonly directory: DirectoryService,
    private readonly moved: MovedPartnersService,
    private readonly jwts: JwtSettingService,
    private readonly unsubscribing: UnsubscribeService,
  ) {}

  /** @throws HttpFault 401 for a token that could belong to several partners */
  find(request: IncomingMessage): Found | Promise<Found> {
    if (this.moved.isFresh) return this.look(request);
    const look = () => this.look(request);
    return this.moved.refresh().then(look, look);
  }

  private look({ url, method, headers }: IncomingMessage): Found | Promise<Found> {
    const [path = '', query = ''] = originForm(url).split('?', 2);
    if (path.startsWith('/partner/')) return this.ofCredential(headers.authorization);
    const partnerId = OF_PARTNER.exec(path)?.[1];
    if (partnerId !== undefined) return this.cells.otherOf(Number(partnerId));
    if (path === '/internal/partner' && method === 'POST') return this.named(query);
    if (path === '/.well-known/jwks.json') return this.ofToken(new URLSearchParams(query).get('set') ?? '');
    const confirmation = CONFIRMATION.exec(path)?.[1];
    if (confirmation !== undefined) return this.ofToken(confirmation);
    const unsubscribe = UNSUBSCRIBE.exec(path)?.[1];
    return unsubscribe === undefined ? null : this.ofUnsubscribing(unsubscribe);
  }

  private ofCredential(authorization: string | undefined): Found | Promise<Found> {
    const credential = credentialOf(authorization);
    if (credential === null) return null;
    const { scheme, token } = credential;
    if (scheme === 'bearer' && claimsToBeApiKey(token))
      return this.cells.otherOfToken(token, cellOfApiKey(token));
    return this.ofIssuer(token);
  }

  private async ofIssuer(token: string): Promise<Found> {
    const claimed = this.jwts.claimedBy(token);
    if (claimed === null) return null;
    const found = await this.directory.cellsOfIssuer(claimed.issuer, claimed.audiences);
    if (found.length > 1) throw unauthorized('API key');
    return found[0] === undefined ? null : this.cells.otherNamed(found[0]);
  }

  private ofToken(token: string): Found {
    return this.cells.otherOfToken(token, cellOfToken(token));
  }

  /** The cell in which a new partner is created: the one in the query, or else the home cell. */
  private named(query: string): Found {
    const name = new URLSearchParams(query).get('cell');
    return this.cells.otherNamed(name);
  }

  private ofUnsubscribing(token: string): Found {
    const link = this.unsubscribing.find(token);
    if (link === null) return null;
    // Emails of companies without a partner are in the home cell.
    return link.partnerId === 0 ? this.cells.otherNamed(null) : this.cells.otherOf(link.partnerId);
  }
}
