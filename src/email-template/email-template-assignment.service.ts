import { Injectable } from '@nestjs/common';
import { PartnerService } from '../partner/partner.service.js';
import { emailKindNames, emailKindOf } from '../rendering/emails/email-kinds.js';
import { LineRenderingService } from '../rendering/line-rendering.service.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Clock } from '../shared/clock.js';
import {
  InvalidInput,
  NotFound,
  PreconditionFailed,
  type Problem,
  Unprocessable,
} from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import type { EmailTemplate } from './domain/email-template.js';
import { headerTemplateNames } from './domain/email-headers.js';
import {
  type AssignmentChanges,
  type AssignmentTarget,
  EmailTemplateAssignment,
} from './domain/email-template-assignment.js';
import { EmailTemplateAssignmentRepository } from './email-template-assignment.repository.js';
import { EmailTemplateRepository } from './email-template.repository.js';

/** Assigns a partner's templates to kinds of email. */
@Injectable()
export class EmailTemplateAssignmentService {
  constructor(
    private readonly assignments: EmailTemplateAssignmentRepository,
    private readonly templates: EmailTemplateRepository,
    private readonly partners: PartnerService,
    private readonly rendering: RenderingService,
    private readonly lines: LineRenderingService,
    private readonly clock: Clock,
  ) {}

  /** A partner's assignments with ids greater than `afterId`, oldest first. */
  list(partnerId: number, range: { afterId: number; limit: number }): Promise<EmailTemplateAssignment[]> {
    return this.assignments.ofPartner(partnerId, range);
  }

  /**
   * Assigns a template to the emails of the target, in place of any assigned before.
   * @throws NotFound for an unknown kind; InvalidInput for a template or company that the partner does not have;
   * Unprocessable if the template or a header does not compile; PreconditionFailed
   */
  async assign(
    partnerId: number,
    target: AssignmentTarget,
    changes: AssignmentChanges,
    ifMatch: string | null,
  ): Promise<EmailTemplateAssignment> {
    requireKind(target);
    const template = await this.templates.find(partnerId, changes.templateId);
    const problems = await this.companyProblems(partnerId, target);
    if (template === null) problems.push(unknownObject('/templateId', 'email templates'));
    if (template === null || problems.length > 0) throw new InvalidInput(problems);
    await this.check(template, target.kind, changes);
    const assignment = await this.assignments.change(partnerId, target, (present, id) => {
      requireState(present, ifMatch);
      const now = this.clock.now();
      return (
        present?.assign(changes, now) ??
        EmailTemplateAssignment.create({ id, partnerId }, target, changes, now)
      );
    });
    if (assignment === null) throw NotFound.of('email template', changes.templateId);
    return assignment;
  }

  /** Removes an assignment. @throws NotFound if there is none with exactly this target; PreconditionFailed */
  async remove(partnerId: number, target: AssignmentTarget, ifMatch: string | null): Promise<void> {
    requireKind(target);
    await this.assignments.change(partnerId, target, (present) => {
      if (present === null) throw noAssignment(target);
      requireState(present, ifMatch);
      return null;
    });
  }

  private async companyProblems(partnerId: number, { companyId }: AssignmentTarget): Promise<Problem[]> {
    const isOwn = companyId === null || (await this.partners.hasCompany(partnerId, companyId));
    return isOwn ? [] : [unknownObject('/companyId', 'companies')];
  }

  /** Checks the template and headers. A stored template may have compiled only under the rules of an older release. */
  private async check(
    { partnerId, source }: EmailTemplate,
    kind: string,
    changes: AssignmentChanges,
  ): Promise<void> {
    const found = await Promise.all([
      problemsOf(this.rendering.check(partnerId, source, kind), '/templateId'),
      ...headerTemplateNames.map((name) =>
        problemsOf(this.lines.check(partnerId, changes[name] ?? ''), `/${name}`),
      ),
    ]);
    const problems = found.flat();
    if (problems.length === 0) return;
    throw new Unprocessable(
      'template_invalid',
      'The template or a header does not compile; errors lists what is wrong.',
      problems,
    );
  }
}

/** The problems that a check throws, with the pointer of their member. */
async function problemsOf(check: Promise<void>, pointer: string): Promise<readonly Problem[]> {
  try {
    await check;
    return [];
  } catch (error) {
    if (!(error instanceof Unprocessable)) throw error;
    return error.problems.map((problem) => ({ ...problem, pointer }));
  }
}

function requireState(present: EmailTemplateAssignment | null, ifMatch: string | null): void {
  if (present !== null) requireMatch(ifMatch, present.tag);
  else if (ifMatch !== null) throw new PreconditionFailed();
}

function requireKind({ kind }: AssignmentTarget): void {
  if (emailKindOf(kind) !== null) return;
  throw new NotFound(`There is no kind of email ${kind}. There are: ${emailKindNames.join(', ')}.`);
}

function noAssignment({ kind, language, companyId }: AssignmentTarget): NotFound {
  const further = [
    language === null ? 'all languages' : `the language ${language}`,
    companyId === null ? 'all companies' : `the company ${companyId}`,
  ];
  return new NotFound(`There is no assignment for the kind ${kind}, ${further.join(' and ')}.`);
}

/**
 * The problem of an unknown object. An object of another partner gets the same one, so that its existence stays hidden.
 */
function unknownObject(pointer: string, what: string): Problem {
  return { pointer, code: 'not_found', message: `Must be one of your ${what}.` };
}
