import { Injectable } from '@nestjs/common';
import { LineRenderingService } from '../rendering/line-rendering.service.js';
import { NO_HEADERS } from './domain/email-headers.js';
import type { TestRender } from './domain/test-render.js';
import { EmailTemplateAssignmentRepository } from './email-template-assignment.repository.js';
import { TemplateAnalysisService } from './template-analysis.service.js';

/** The headers of a test email, each a single line. The service chooses a header that is null. */
export interface TestHeaders {
  readonly subject: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
}

/** A test render as one kind of email. */
export interface TestOfKind extends TestRender {
  readonly kind: string;
}

/** Gives a test email the subject, sender name and reply address that real emails with the template get. */
@Injectable()
export class TestHeadersService {
  constructor(
    private readonly assignments: EmailTemplateAssignmentRepository,
    private readonly analysis: TemplateAnalysisService,
    private readonly lines: LineRenderingService,
  ) {}

  /**
   * Takes them from the template's assignment for the kind and language; one for all companies is preferred. A subject
   * in the data takes precedence, as a subject in an email request does.
   * @throws Unprocessable when a line cannot be rendered with this data
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
