import { Injectable, Logger } from '@nestjs/common';
import type { Language, Variables } from '../rendering/domain/email-request.js';
import type { TemplateSource } from '../rendering/domain/template-source.js';
import { emailKindOf } from '../rendering/emails/email-kinds.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Unavailable, Unprocessable } from '../shared/domain/errors.js';
import { builtInVariables } from './domain/built-in-variables.js';
import type { EmailTemplate } from './domain/email-template.js';
import { EmailTemplateAssignmentRepository } from './email-template-assignment.repository.js';

/** Whoever has no partner. Built-in templates take their turns in the render threads as those of a partner do. */
const NOBODY = 0;

/** An email of which everything is known but its look. */
export interface UndressedEmail {
  /** 0 for a company without a partner. */
  readonly partnerId: number;
  readonly companyId: number;
  readonly kind: string;
  readonly language: Language;
  readonly variables: Variables;
}

/** What an email is sent as. */
export interface DressedEmail {
  readonly html: string;
  readonly text: string;
  /** The partner's template that it is made with; null for the built-in one. */
  readonly templateId: number | null;
  /** The partner's template that could not be used, and why; null when there was none. */
  readonly fallback: Fallback | null;
}

interface Fallback {
  readonly templateId: number;
  readonly code: string;
  readonly message: string;
}

type Rendered = Pick<DressedEmail, 'html' | 'text'>;

/** Gives emails their look: the partner's template for them, or the built-in one. */
@Injectable()
export class EmailLookService {
  private readonly log = new Logger('EmailLook');

  constructor(
    private readonly assignments: EmailTemplateAssignmentRepository,
    private readonly rendering: RenderingService,
  ) {}

  /**
   * Renders the email. No email is lost to a template: where a partner's fails, the built-in one is used.
   * @throws Unavailable when nothing can be rendered for now, and whatever the database throws
   */
  async dress(email: UndressedEmail): Promise<DressedEmail> {
    const { partnerId, variables } = email;
    const template = partnerId === NOBODY ? null : await this.assignments.templateFor(partnerId, email);
    if (template === null) return this.builtIn(email, null);
    try {
      const rendered = await this.rendering.render(partnerId, template.source, variables, 'send');
      return { ...rendered, templateId: template.id, fallback: null };
    } catch (error) {
      // There was no turn for it, which says nothing about the template.
      if (error instanceof Unavailable) throw error;
      return this.builtIn(email, this.fallbackFrom(template, error));
    }
  }

  private async builtIn(
    { kind, language, variables }: UndressedEmail,
    fallback: Fallback | null,
  ): Promise<DressedEmail> {
    const declared = emailKindOf(kind);
    if (declared === null) throw new Error(`There is no email kind ${kind}.`);
    return {
      ...(await this.renderOurs(declared.look[language], builtInVariables(variables))),
      templateId: null,
      fallback,
    };
  }

  private async renderOurs(source: TemplateSource, variables: Variables): Promise<Rendered> {
    try {
      return await this.rendering.render(NOBODY, source, variables, 'built-in');
    } catch (error) {
      // Ours take milliseconds: what keeps one from its deadline is the machine.
      if (error instanceof Unprocessable)
        throw new Unavailable('The built-in template could not be rendered.');
      throw error;
    }
  }

  private fallbackFrom({ id: templateId, partnerId }: EmailTemplate, error: unknown): Fallback {
    if (error instanceof Unprocessable) {
      const [{ code, message, line } = { code: error.code, message: error.message }] = error.problems;
      return { templateId, code, message: line === undefined ? message : `Line ${line}: ${message}` };
    }
    this.log.error(error, `Template ${templateId} of partner ${partnerId} could not be rendered.`);
    return { templateId, code: 'render_failed', message: 'The template could not be rendered.' };
  }
}
