import { Injectable, Logger } from '@nestjs/common';
import type { Language, Variables } from '../rendering/domain/email-request.js';
import { emailKindOf } from '../rendering/emails/email-kinds.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { DomainError, Unprocessable } from '../shared/domain/errors.js';
import { builtInVariables } from './domain/built-in-variables.js';
import type { EmailTemplate } from './domain/email-template.js';
import { EmailTemplateAssignmentRepository } from './email-template-assignment.repository.js';

/** The partner id of companies that have no partner. */
const NO_PARTNER = 0;
/** How long a template that cannot be rendered for a fault of ours is tried again before the default one is used. */
const OUR_FAULTS_LAST_MS = 10 * 60_000;

/** An email that is still to be rendered. */
export interface UnrenderedEmail {
  /** 0 for a company without a partner. */
  readonly partnerId: number;
  readonly companyId: number;
  readonly kind: string;
  readonly language: Language;
  readonly variables: Variables;
  /** When the email was requested, in milliseconds since 1970. */
  readonly acceptedAt: number;
}

/** The body of an email, and the template it comes from. */
export interface RenderedEmail {
  readonly html: string;
  readonly text: string;
  /** The partner's template that was used; null for the default template. */
  readonly templateId: number | null;
  /** The partner's template that could not be used, and why; null when there was none. */
  readonly fallback: Fallback | null;
}

interface Fallback {
  readonly templateId: number;
  readonly code: string;
  readonly message: string;
}

/** Renders emails, with the template that their partner has assigned or else with the default template. */
@Injectable()
export class EmailRenderingService {
  private readonly log = new Logger('EmailRendering');

  constructor(
    private readonly assignments: EmailTemplateAssignmentRepository,
    private readonly rendering: RenderingService,
  ) {}

  /**
   * Renders the email. If the partner's template is at fault, the default template is used.
   * @throws for any other fault; the email can be tried again later
   */
  async render(email: UnrenderedEmail): Promise<RenderedEmail> {
    const { partnerId, variables } = email;
    const template = partnerId === NO_PARTNER ? null : await this.assignments.templateFor(partnerId, email);
    if (template === null) return this.withDefault(email, null);
    try {
      const rendered = await this.rendering.renderForSending(partnerId, template.source, variables);
      return { ...rendered, templateId: template.id, fallback: null };
    } catch (error) {
      const fallback = this.fallbackFrom(template, error, email.acceptedAt);
      if (fallback === null) throw error;
      return this.withDefault(email, fallback);
    }
  }

  private async withDefault(
    { partnerId, kind, language, variables }: UnrenderedEmail,
    fallback: Fallback | null,
  ): Promise<RenderedEmail> {
    const declared = emailKindOf(kind);
    if (declared === null) throw new Error(`There is no email kind ${kind}.`);
    const source = declared.defaultTemplate[language];
    const rendered = await this.rendering.renderBuiltIn(partnerId, source, builtInVariables(variables));
    return { ...rendered, templateId: null, fallback };
  }

  /** Null when the template is not at fault, so that the email can be rendered with it later. */
  private fallbackFrom(
    { id: templateId, partnerId }: EmailTemplate,
    error: unknown,
    acceptedAt: number,
  ): Fallback | null {
    if (error instanceof Unprocessable) {
      const [{ code, message, line } = { code: error.code, message: error.message }] = error.problems;
      return { templateId, code, message: line === undefined ? message : `Line ${line}: ${message}` };
    }
    if (error instanceof DomainError || Date.now() - acceptedAt < OUR_FAULTS_LAST_MS) return null;
    this.log.error(error, `Template ${templateId} of partner ${partnerId} could not be rendered.`);
    return { templateId, code: 'render_failed', message: 'The template could not be rendered.' };
  }
}
