import { Injectable } from '@nestjs/common';
import type { Language, Variables } from '../rendering/domain/email-request.js';
import type { TemplateSource } from '../rendering/domain/template-source.js';
import { emailKindOf } from '../rendering/emails/email-kinds.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Unavailable, Unprocessable } from '../shared/domain/errors.js';

/** Whoever has no partner, and the built-in templates: their turn in the render threads is like a partner's. */
const NOBODY = 0;

type Rendered = Pick<DressedEmail, 'html' | 'text'>;

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
  readonly fallback: {
    readonly templateId: number;
    readonly code: string;
    readonly message: string;
  } | null;
}

/** Gives emails their look: the partner's template for them, or the built-in one. */
@Injectable()
export class EmailLookService {
  constructor(private readonly rendering: RenderingService) {}

  /**
   * Renders the email. No email is lost to a template: where a partner's fails, the built-in one is used.
   * @throws Unavailable when nothing can be rendered for now
   */
  async dress({ kind, language, variables }: UndressedEmail): Promise<DressedEmail> {
    const declared = emailKindOf(kind);
    if (declared === null) throw new Error(`There is no email kind ${kind}.`);
    return { ...(await this.builtIn(declared.look[language], variables)), templateId: null, fallback: null };
  }

  private async builtIn(source: TemplateSource, variables: Variables): Promise<Rendered> {
    try {
      return await this.rendering.render(NOBODY, source, variables, 'send');
    } catch (error) {
      // Ours do not fail of themselves.
      if (error instanceof Unprocessable)
        throw new Unavailable('The built-in template could not be rendered.');
      throw error;
    }
  }
}
