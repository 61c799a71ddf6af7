import { Injectable } from '@nestjs/common';
import { LineRenderingService } from '../rendering/line-rendering.service.js';
import { NO_HEADERS } from './domain/email-headers.js';
import type { Trial } from './domain/trial.js';
import { EmailTemplateAssignmentRepository } from './email-template-assignment.repository.js';
import { TemplateAnalysisService } from './template-analysis.service.js';

/** The headers of an email that tries a template out, each one line. Null leaves a header to the service. */
export interface TrialHeaders {
  readonly subject: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
}

/** A template that is tried out as one kind of email. */
export interface HeaderTrial extends Trial {
  readonly kind: string;
}

/** Headers for emails that try a template out, as the emails have that the template is assigned to. */
@Injectable()
export class TrialHeadersService {
  constructor(
    private readonly assignments: EmailTemplateAssignmentRepository,
    private readonly analysis: TemplateAnalysisService,
    private readonly lines: LineRenderingService,
  ) {}

  /**
   * Those of the template's own assignment for the kind and the language: the one for all companies, if there is one. A
   * subject in the data wins, as that of a request does.
   * @throws Unprocessable when a line cannot be rendered with this data
   */
  async of(partnerId: number, templateId: number, trial: HeaderTrial): Promise<TrialHeaders> {
    const variables = this.analysis.variablesOf(trial);
    const assigned = (await this.assignments.ofTemplate(partnerId, templateId, trial)) ?? NO_HEADERS;
    const line = (text: string | null) =>
      text === null ? null : this.lines.renderForSending(partnerId, text, variables);
    const isSubjectGiven = Object.hasOwn(trial.data, 'subject');
    const subject = isSubjectGiven ? null : await line(assigned.subject);
    return {
      subject: subject ?? String(variables['subject']),
      fromName: await line(assigned.fromName),
      replyTo: assigned.replyTo,
    };
  }
}
