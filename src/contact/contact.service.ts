import { Injectable } from '@nestjs/common';
import { CellsService } from '../cell/cells.service.js';
import { plainToken, tokenOfCell } from '../cell/domain/cell-token.js';
import { NO_PARTNER } from '../email/domain/prepared-email.js';
import { PreparedEmailService } from '../email/prepared/prepared-email.service.js';
import { HourlyLimitService } from '../partner/hourly-limit.service.js';
import { PartnerService } from '../partner/partner.service.js';
import type { Language } from '../rendering/domain/email-request.js';
import { confirmationTemplate } from '../rendering/emails/notice-template.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Clock } from '../shared/clock.js';
import { NotFound } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import { confirmationText, confirmationVariables } from './confirmation-email.js';
import { ContactRepository } from './contact.repository.js';
import { type ChangedContact, Contact, type ContactFields, digestOfToken } from './domain/contact.js';

/** The partner and the address of the service in a call that may send a confirmation email. */
export interface ContactCaller {
  readonly partnerId: number;
  /** The origin of the confirmation link, for example `https://livery.example`. */
  readonly origin: string;
}

/** Manages partners' contacts, who receive notices and test emails. */
@Injectable()
export class ContactService {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly partners: PartnerService,
    private readonly rendering: RenderingService,
    private readonly emails: PreparedEmailService,
    private readonly limits: HourlyLimitService,
    private readonly cells: CellsService,
    private readonly clock: Clock,
  ) {}

  /** A partner's contacts with ids greater than `afterId`, oldest first. @throws NotFound for an unknown partner */
  async list(partnerId: number, range: { afterId: number; limit: number }): Promise<Contact[]> {
    await this.partners.find(partnerId);
    return this.contacts.ofPartner(partnerId, range);
  }

  /** @throws NotFound */
  async find(partnerId: number, id: number): Promise<Contact> {
    return (await this.contacts.find(partnerId, id)) ?? noContact(id);
  }

  /** A partner's contacts whose owners have confirmed their addresses. */
  confirmed(partnerId: number): Promise<Contact[]> {
    return this.contacts.confirmed(partnerId);
  }

  /** True if the address is a confirmed contact of the partner. */
  isConfirmed(partnerId: number, email: string): Promise<boolean> {
    return this.contacts.isConfirmed(partnerId, email);
  }

  /**
   * Adds a contact and sends a confirmation email.
   * @throws Conflict; HttpFault 429 after too many confirmation emails
   */
  async create({ partnerId, origin }: ContactCaller, fields: ContactFields): Promise<Contact> {
    const { name } = await this.partners.find(partnerId);
    const id = await this.contacts.nextId();
    const made = Contact.create({ partnerId, id }, fields, this.clock.now());
    await this.limits.count('confirmation', partnerId);
    await this.contacts.add(made.contact);
    await this.ask(made, name, origin);
    return made.contact;
  }

  /**
   * Changes a contact; a new address gets a confirmation email.
   * @throws NotFound, PreconditionFailed, Conflict; HttpFault 429
   */
  async update(
    { partnerId, origin }: ContactCaller,
    id: number,
    changes: Partial<ContactFields>,
    ifMatch: string | null,
  ): Promise<Contact> {
    const { name } = await this.partners.find(partnerId);
    const before = await this.find(partnerId, id);
    requireMatch(ifMatch, before.tag);
    if (changes.email !== undefined && changes.email !== before.email) {
      await this.limits.count('confirmation', partnerId);
    }
    let changed: ChangedContact = { contact: before, token: null };
    const isThere = await this.contacts.change(partnerId, id, (present) => {
      requireMatch(ifMatch, present.tag);
      changed = present.change(changes, this.clock.now());
      return changed.contact;
    });
    if (!isThere) noContact(id);
    await this.ask(changed, name, origin);
    return changed.contact;
  }

  /** Sends another confirmation email. @throws NotFound; Conflict when confirmed already; HttpFault 429 */
  async askAgain({ partnerId, origin }: ContactCaller, id: number): Promise<Contact> {
    const { name } = await this.partners.find(partnerId);
    (await this.find(partnerId, id)).askAgain(this.clock.now());
    await this.limits.count('confirmation', partnerId);
    let asked: ChangedContact | null = null;
    await this.contacts.change(partnerId, id, (present) => {
      asked = present.askAgain(this.clock.now());
      return asked.contact;
    });
    if (asked === null) return noContact(id);
    await this.ask(asked, name, origin);
    return (asked as ChangedContact).contact;
  }

  /** @throws NotFound, PreconditionFailed */
  async remove(partnerId: number, id: number, ifMatch: string | null): Promise<void> {
    const isThere = await this.contacts.change(partnerId, id, (present) => {
      requireMatch(ifMatch, present.tag);
      return null;
    });
    if (!isThere) noContact(id);
  }

  /** Confirms the address of a link, which can then not be used again. Null if it is unknown, used or expired. */
  confirm(token: string): Promise<{ readonly email: string; readonly language: Language } | null> {
    return this.contacts.confirm(digestOfToken(plainToken(token)), this.clock.now());
  }

  private async ask({ contact, token }: ChangedContact, partnerName: string, origin: string): Promise<void> {
    if (token === null) return;
    const { email: to, language } = contact;
    const path = `/contact/confirmation/${tokenOfCell(this.cells.nameInTokens, token)}`;
    const variables = confirmationVariables(language, partnerName, `${origin}${path}`);
    const template = confirmationTemplate(language);
    const { html } = await this.rendering.renderDefault(NO_PARTNER, template, variables);
    await this.emails.send({
      subject: variables.subject,
      html,
      text: confirmationText(variables),
      // Kept out of the partner's email log, where the link could be read and used to confirm the address.
      partnerId: NO_PARTNER,
      kind: 'contactConfirmation',
      to,
      language,
      fromName: null,
      replyTo: null,
      templateId: null,
      isTest: false,
    });
  }
}

function noContact(id: number): never {
  throw NotFound.of('contact', id);
}
