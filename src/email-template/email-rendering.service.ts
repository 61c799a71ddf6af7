import { Injectable, Logger } from '@nestjs/common';
import type { Language, Variables } from '../rendering/domain/email-request.js';
import { emailKindOf } from '../rendering/emails/email-kinds.js';
import { LineRenderingService } from '../rendering/line-rendering.service.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { DomainError, Unprocessable } from '../shared/domain/errors.js';
import { defaultTemplateVariables } from './domain/default-template-variables.js';
import type { AssignedTemplate } from './domain/assigned-template.js';
import { type EmailHeaders, type HeaderTemplateName, NO_HEADERS } from './domain/email-headers.js';
/** The time for which an internal error is retried before the default template is used. */
const RETRY_INTERNAL_ERRORS_MS = 10 * 60_000;

/** An email to be rendered. */
export interface UnrenderedEmail {
  /** 0 for a company without a partner. */
  readonly partnerId: number;
  readonly kind: string;
  readonly language: Language;
  readonly variables: Variables;
  /** True if the email request gives the subject. An assignment does not replace it then. */
  readonly isSubjectGiven: boolean;
  /** The time of the email request, in milliseconds since 1970. */
  readonly acceptedAt: number;
}

/** The rendered body and headers of an email, with the template used. */
export interface RenderedEmail {
  /** One line. */
  readonly subject: string;
  /** The display name of the sender in the assignment; null if it sets none. */
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly html: string;
  readonly text: string;
  /** The partner's template that was used; null for the default template. */
  readonly templateId: number | null;
  /** The part of the partner's template or assignment that failed, with the reason; null if none did. */
  readonly fallback: Fallback | null;
}

interface Fallback {
  readonly templateId: number;
  /** The template itself or a header of its assignment. */
  readonly part: 'template' | HeaderTemplateName;
  readonly code: string;
  readonly message: string;
  /** The place in the template or the snippet; absent for headers, which have one line. */
  readonly line?: number;
  readonly snippet?: string;
}

type Headers = Pick<RenderedEmail, keyof EmailHeaders>;

/** The headers of an email, and the first failure among them. */
interface RenderedHeaders {
  readonly headers: Headers;
  readonly fallback: Fallback | null;
}

/** Renders emails with the template that their partner has assigned, or with the default template. */
@Injectable()
export class EmailRenderingService {
  private readonly log = new Logger('EmailRendering');

  constructor(
    private readonly rendering: RenderingService,
    private readonly lines: LineRenderingService,
  ) {}

  /**
   * Renders an email with the assigned template, if there is one. If that template fails through its own fault, the
   * default template replaces it; likewise a failing header of the assignment.
   * @throws for any other error; the email can be tried again later
   */
  async render(email: UnrenderedEmail, assigned: AssignedTemplate | null): Promise<RenderedEmail> {
    const { partnerId, variables } = email;
    if (assigned === null) return this.withDefault(email, defaultHeaders(variables), null);
    const { headers, fallback: ofHeaders } = await this.headersOf(email, assigned);
    const shown = { ...variables, subject: headers.subject };
    try {
      const body = await this.rendering.renderForSending(partnerId, assigned.source, shown);
      return { ...headers, ...body, templateId: assigned.id, fallback: ofHeaders };
    } catch (error) {
      const fallback = this.fallbackFrom(assigned, 'template', error, email);
      if (fallback === null) throw error;
      return this.withDefault({ ...email, variables: shown }, headers, fallback);
    }
  }

  private async headersOf(email: UnrenderedEmail, assigned: AssignedTemplate): Promise<RenderedHeaders> {
    const { variables, isSubjectGiven } = email;
    const defaults = defaultHeaders(variables);
    const subject = isSubjectGiven ? NOTHING : await this.lineOf(email, assigned, 'subject');
    const fromName = await this.lineOf(email, assigned, 'fromName');
    return {
      headers: {
        subject: subject.line ?? defaults.subject,
        fromName: fromName.line,
        replyTo: assigned.headers.replyTo,
      },
      fallback: subject.fallback ?? fromName.fallback,
    };
  }

  /** A rendered header of the assignment; null if there is none, or its result is empty, or it fails. */
  private async lineOf(
    email: UnrenderedEmail,
    assigned: AssignedTemplate,
    name: HeaderTemplateName,
  ): Promise<{ readonly line: string | null; readonly fallback: Fallback | null }> {
    const text = assigned.headers[name];
    if (text === null) return NOTHING;
    try {
      const line = await this.lines.renderForSending(email.partnerId, text, email.variables);
      return { line, fallback: null };
    } catch (error) {
      const fallback = this.fallbackFrom(assigned, name, error, email);
      if (fallback === null) throw error;
      return { line: null, fallback };
    }
  }

  private async withDefault(
    { partnerId, kind, language, variables }: UnrenderedEmail,
    headers: Headers,
    fallback: Fallback | null,
  ): Promise<RenderedEmail> {
    const declared = emailKindOf(kind);
    if (declared === null) throw new Error(`There is no email kind ${kind}.`);
    const source = declared.defaultTemplate[language];
    const body = await this.rendering.renderDefault(partnerId, source, defaultTemplateVariables(variables));
    return { ...headers, ...body, templateId: null, fallback };
  }

  /**
   * The fallback to record for an error; null if the partner's text did not cause it and the email can be tried later.
   */
  private fallbackFrom(
    { id: templateId }: AssignedTemplate,
    part: Fallback['part'],
    error: unknown,
    { partnerId, acceptedAt }: UnrenderedEmail,
  ): Fallback | null {
    if (error instanceof Unprocessable) {
      const [{ code, message, line, snippet } = { code: error.code, message: error.message }] =
        error.problems;
      // The message about a mistake in a snippet names the line itself.
      const isPlaced = line !== undefined && snippet === undefined && part === 'template';
      const place = part === 'template' ? { line, snippet } : {};
      return { templateId, part, code, message: isPlaced ? `Line ${line}: ${message}` : message, ...place };
    }
    if (error instanceof DomainError || Date.now() - acceptedAt < RETRY_INTERNAL_ERRORS_MS) return null;
    this.log.error(
      error,
      `The ${part} of template ${templateId} of partner ${partnerId} could not be rendered.`,
    );
    return { templateId, part, code: 'render_failed', message: 'The template could not be rendered.' };
  }
}

const NOTHING = { line: null, fallback: null };

function defaultHeaders({ subject }: Variables): Headers {
  return { ...NO_HEADERS, subject: String(subject) };
}
