import { Injectable } from '@nestjs/common';
import { ContactService } from '../contact/contact.service.js';
import { EmailTemplateDraftService } from '../email-template/email-template-draft.service.js';
import { sourceOf } from '../email-template/domain/email-template.js';
import { TemplateAnalysisService } from '../email-template/template-analysis.service.js';
import { PreparedEmailService } from '../email/prepared/prepared-email.service.js';
import { TestHeadersService } from '../email-template/test-headers.service.js';
import { HourlyLimitService } from '../partner/hourly-limit.service.js';
import type { Language } from '../rendering/domain/email-request.js';
import { Unprocessable } from '../shared/domain/errors.js';

/** A test of a template. */
export interface TestEmail {
  /** The address of a confirmed contact of the partner. */
  readonly to: string;
  readonly kind: string;
  readonly language: Language;
  readonly data?: Readonly<Record<string, unknown>>;
  /** True to send the template's draft instead of the template. */
  readonly draft?: boolean;
}

/** Sends test emails of templates to contacts of their partner. */
@Injectable()
export class TestEmailService {
  constructor(
    private readonly contacts: ContactService,
    private readonly analysis: TemplateAnalysisService,
    private readonly drafts: EmailTemplateDraftService,
    private readonly headers: TestHeadersService,
    private readonly limits: HourlyLimitService,
    private readonly prepared: PreparedEmailService,
  ) {}

  /**
   * Renders a template with sample data and the headers of its assignment, and sends the result. Returns the id of the
   * email in the log.
   * @throws NotFound; Unprocessable when the contact is not confirmed, or the template cannot be rendered;
   *   HttpFault 429 after 20 tests in an hour
   */
  async send(
    partnerId: number,
    templateId: number,
    { to, kind, language, data = {}, draft = false }: TestEmail,
  ): Promise<string> {
    const headers = await this.headers.of(partnerId, templateId, { kind, language, data });
    const trial = { kind, language, data: { ...data, subject: headers.subject } };
    const { html, text } = draft
      ? await this.analysis.validate(partnerId, await this.draftOf(partnerId, templateId), trial)
      : await this.analysis.report(partnerId, templateId, trial);
    if (!(await this.contacts.isConfirmed(partnerId, to))) throw notConfirmed();
    await this.limits.count('test', partnerId);
    return this.prepared.send({
      partnerId,
      kind,
      to,
      language,
      ...headers,
      templateId,
      isTest: true,
      html,
      text,
    });
  }

  private async draftOf(partnerId: number, templateId: number) {
    return sourceOf(await this.drafts.find(partnerId, templateId));
  }
}

function notConfirmed(): Unprocessable {
  const code = 'contact_not_confirmed';
  const message = 'Must be the address of a contact that has confirmed it.';
  return new Unprocessable(code, 'Test emails can only be sent to confirmed contacts.', [
    { pointer: '/to', code, message },
  ]);
}
