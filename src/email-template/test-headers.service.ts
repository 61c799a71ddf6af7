import { Injectable } from '@nestjs/common';
import { LineRenderingService } from '../rendering/line-rendering.service.js';
import { NO_HEADERS } from './domain/email-headers.js';
import type { TestRender } from './domain/test-render.js';
import { EmailTemplateAssignmentRepository } from './email-template-assignment.repository.js';
import { TemplateAnalysisService } from './template-analysis.service.js';

/** The headers of a test email, each a single line. For a null one the default applies. */
export interface TestHeaders {
  readonly subject: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
}

/** A test render of one kind of email. */
export interface TestOfKind extends TestRender {
  readonly kind: string;
}

/** Renders the subject, sender name and reply address of a test email as for real emails with the template. */
@Injectable()
export class TestHeadersService {
  constructor(
    private readonly assignments: EmailTemplateAssignmentRepository,
    private readonly analysis: TemplateAnalysisService,
    private readonly lines: LineRenderingService,
  ) {}

  /**
   * The headers in the template's assignment for the kind and language, preferably the one for all companies. A subject
   * in the data takes precedence, as in an email request.
   * @throws Unprocessable if a header cannot be rendered with this data
   */
  async of(partnerId: number, templateId: number, testRender: TestOfKind): Promise<TestHeaders> {
    const variables = this.analysis.variablesOf(testRender);
    const assigned = (await this.assignments.ofTemplate(partnerId, templateId, testRender)) ?? NO_HEADERS;
    const line = (text: string | null) =>
      text === null ? null : this.lines.renderForSending(partnerId, text, variables);
    const isSubjectGiven = Object.hasOwn(testRender.data, 'subject');
    const subject = isSubjectGiven ? null : await line(assigned.subject);
    return {
      subject: subject ?? String(variables['subject']),
      fromName: await line(assigned.fromName),
      replyTo: assigned.replyTo,
    };
  }
}
