import { Injectable } from '@nestjs/common';
import { PartnerService } from '../../partner/partner.service.js';
import { Clock } from '../../shared/clock.js';
import { InvalidInput, NotFound, PreconditionFailed } from '../../shared/domain/errors.js';
import { requireMatch } from '../../shared/http/if-match.js';
import { SealedSecrets, type SecretPlace } from '../../shared/secrets/sealed-secrets.js';
import { Settings } from '../../shared/settings.js';
import { dkimPublicKey } from '../domain/dkim-key.js';
import type { MailSender } from '../domain/mailer.js';
import { type DkimIdentity, Sender } from '../domain/sender.js';
import { SenderRepository } from './sender.repository.js';
import type { SendingPartner } from './sender.sql.js';

const BATCH = 500;

/** A sender as set by an operator. */
export interface SenderFields {
  readonly from: string;
  readonly dkim: {
    readonly domain: string;
    readonly selector: string;
    /** PEM, already validated; null keeps the stored key. */
    readonly privateKey: string | null;
  } | null;
}

/** The senders of partners: the addresses that emails come from, and the keys that sign them. */
@Injectable()
export class SenderService {
  constructor(
    private readonly senders: SenderRepository,
    private readonly partners: PartnerService,
    private readonly secrets: SealedSecrets,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound for an unknown partner, or one without a sender */
  async find(partnerId: number): Promise<Sender> {
    const partner = await this.partners.find(partnerId);
    const sender = await this.senders.find(partner.id);
    if (sender === null) throw noSender();
    return sender;
  }

  /** All senders, ordered by partner. */
  async *all(): AsyncGenerator<Sender> {
    let after = 0;
    for (;;) {
      const senders = await this.senders.list(after, BATCH);
      yield* senders;
      const last = senders.at(-1);
      if (last === undefined || senders.length < BATCH) return;
      after = last.partnerId;
    }
  }

  /**
   * Sets or replaces a partner's sender. An equal sender changes nothing.
   * @throws NotFound for an unknown partner
   * @throws PreconditionFailed
   * @throws InvalidInput if the stored key is to be kept but there is none
   */
  async put(
    partnerId: number,
    fields: SenderFields,
    ifMatch: string | null,
  ): Promise<{ sender: Sender; isNew: boolean }> {
    let isNew = false;
    const now = this.clock.now();
    const sender = await this.senders.change(partnerId, (former) => {
      isNew = former === null;
      if (former !== null) requireMatch(ifMatch, former.tag);
      else if (ifMatch !== null) throw new PreconditionFailed();
      const dkim = this.dkimAfter(partnerId, fields, former?.dkim ?? null);
      const wanted = new Sender(partnerId, fields.from, dkim, now);
      return former?.tag === wanted.tag ? former : wanted;
    });
    if (sender === null) throw new Error('A sender was put and is not there.');
    return { sender, isNew };
  }

  /** @throws NotFound for an unknown partner, or one without a sender @throws PreconditionFailed */
  async delete(partnerId: number, ifMatch: string | null): Promise<void> {
    await this.senders.change(partnerId, (former) => {
      if (former === null) throw noSender();
      requireMatch(ifMatch, former.tag);
      return null;
    });
  }

  /** See `senderOf`. */
  async ofEmail(partnerId: number): Promise<MailSender> {
    return this.senderOf(partnerId, await this.senders.sendingPartner(partnerId));
  }

  /**
   * The sender of a partner's email: the partner's own, else MAIL_FROM.
   * @param partner null for a company without a partner
   * @throws UnreadableSecret if no key of SECRET_KEYS opens the private key
   */
  senderOf(partnerId: number, partner: SendingPartner | null): MailSender {
    const { from = null, dkimDomain = null, dkimSelector = null, sealedDkimKey = null } = partner ?? {};
    const hasKey = dkimDomain !== null && dkimSelector !== null && sealedDkimKey !== null;
    return {
      partnerName: partner?.name ?? null,
      address: from ?? this.settings.mailFrom,
      isPartners: from !== null,
      dkim: hasKey
        ? {
            domain: dkimDomain,
            selector: dkimSelector,
            privateKey: this.secrets.open(sealedDkimKey, placeOf(partnerId)),
          }
        : null,
    };
  }

  private dkimAfter(
    partnerId: number,
    { dkim }: SenderFields,
    former: DkimIdentity | null,
  ): DkimIdentity | null {
    if (dkim === null) return null;
    const { domain, selector, privateKey } = dkim;
    if (privateKey === null) {
      if (former === null) throw noKeyToKeep();
      return { ...former, domain, selector };
    }
    const publicKey = dkimPublicKey(privateKey);
    const sealedKey =
      publicKey === former?.publicKey ? former.sealedKey : this.secrets.seal(privateKey, placeOf(partnerId));
    return { domain, selector, publicKey, sealedKey };
  }
}

function placeOf(partnerId: number): SecretPlace {
  return { table: 'partner_sender', row: partnerId, column: 'sealed_dkim_key', partnerId };
}

function noKeyToKeep(): InvalidInput {
  return new InvalidInput([
    { pointer: '/dkim/privateKey', code: 'required', message: 'Is required, because no key is stored.' },
  ]);
}

function noSender(): NotFound {
  return new NotFound('The partner has no sender.');
}
