import { Body, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { emailKindNames } from '../rendering/emails/email-kinds.js';
import { InvalidInput } from '../shared/domain/errors.js';
import { IfMatch } from '../shared/http/if-match.js';
import { Page, PageQuery } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { AssignmentBody, AssignmentQuery, AssignmentView } from './email-template-assignment.dto.js';
import { EmailTemplateAssignmentService } from './email-template-assignment.service.js';

const kindDocs = {
  name: 'kind',
  description: 'The kind of email.',
  schema: { type: 'string', enum: [...emailKindNames], example: 'document' },
} as const;

/** The templates that a partner has assigned to emails. */
@ApiTags('Email templates')
@PartnerController('emailTemplateAssignment')
export class EmailTemplateAssignmentController {
  constructor(private readonly assignments: EmailTemplateAssignmentService) {}

  @Get()
  @ApiOperation({
    summary: 'List the assignments of templates to emails',
    description:
      'An email uses the most specific assignment: that of its company and language, else of its company, else of ' +
      'its language, else the one for all. An assignment is skipped while its template is deleted.',
  })
  @ApiOkResponse({ description: 'The assignments, oldest first.', type: [AssignmentView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() { afterId, limit }: PageQuery,
  ): Promise<Page<AssignmentView>> {
    const rows = await this.assignments.list(partner.id, { afterId, limit: limit + 1 });
    return Page.of(
      rows,
      limit,
      ({ id }) => String(id),
      (assignment) => AssignmentView.of(assignment),
    );
  }

  @Put(':kind')
  @ApiOperation({
    summary: 'Assign a template to emails of a kind',
    description:
      'Each combination of kind, language (or none) and company (or none) has one assignment. The given template ' +
      'replaces the previous one; `subject`, `fromName` and `replyTo` stay unless you give them. One template can ' +
      'serve both kinds, because it can branch on `templateType`.',
  })
  @ApiParam(kindDocs)
  @ApiOkResponse({ description: 'The assignment.', type: AssignmentView })
  @Problems(400, 404, 412, 413, 415, [
    422,
    '`template_invalid`: the template, `subject` or `fromName` does not compile.',
  ])
  async assign(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('kind') kind: string,
    @Body() body: AssignmentBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Representation<AssignmentView>> {
    if (body.kind !== undefined && body.kind !== kind) throw otherKind();
    const target = body.targetOf(kind);
    const assignment = await this.assignments.assign(partner.id, target, body.changes, ifMatch);
    return new Representation(AssignmentView.of(assignment), assignment.tag);
  }

  @Delete(':kind')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Remove an assignment',
    description:
      'Removes the assignment with exactly this language and company; without them, the one for all emails.',
  })
  @ApiParam(kindDocs)
  @ApiNoContentResponse({ description: 'The assignment is removed.' })
  @Problems(400, 404, 412)
  remove(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('kind') kind: string,
    @Query() query: AssignmentQuery,
    @IfMatch() ifMatch: string | null,
  ): Promise<void> {
    return this.assignments.remove(partner.id, query.targetOf(kind), ifMatch);
  }
}

function otherKind(): InvalidInput {
  const message = 'Must be the kind in the path.';
  return new InvalidInput([{ pointer: '/kind', code: 'not_allowed', message }]);
}
