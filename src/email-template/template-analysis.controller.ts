import { Body, Get, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { ReadsOnly } from '../partner/partner.guard.js';
import { prefers } from '../shared/http/accept.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { renderedPageHeaders } from '../shared/http/rendered-page.js';
import { Problems } from '../shared/http/problems.js';
import { ReportView, UsedVariableView } from './template-analysis.dto.js';
import { TemplateAnalysisService } from './template-analysis.service.js';
import { RenderBody, ValidationBody } from './test-render.dto.js';

const CANNOT_RENDER =
  '`template_invalid`: the template cannot be rendered. `render_limit_exceeded`: the render exceeds a limit.';

/** Lets authors try out email templates before an email is sent. */
@ApiTags('Email templates')
@PartnerController('emailTemplate')
export class TemplateAnalysisController {
  constructor(private readonly analysis: TemplateAnalysisService) {}

  @Post('validate')
  @HttpCode(200)
  @ReadsOnly()
  @ApiOperation({
    summary: 'Check an email template without storing it',
    description:
      'Compiles and renders it, with the sample data of `kind` if you give one. If it does not compile, the ' +
      'answer is 422 with every error and its line.',
  })
  @ApiOkResponse({ description: 'The rendered email, with warnings and variables.', type: ReportView })
  @Problems(400, 413, 415, [422, CANNOT_RENDER], 503)
  async validate(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Body() body: ValidationBody,
  ): Promise<ReportView> {
    return ReportView.of(await this.analysis.validate(partner.id, body.source, body.testRender));
  }

  @Post(':id/render')
  @HttpCode(200)
  @ReadsOnly()
  @ApiOperation({
    summary: 'Render an email template with test data',
    description:
      'Renders the template with the given variables, as for an email, and returns the HTML alone or, with ' +
      '`Accept: application/json`, a report. Nothing is sent.',
  })
  @ApiOkResponse({
    description: 'The HTML, or the report.',
    content: {
      'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' },
      'application/json': { schema: { $ref: getSchemaPath(ReportView) } },
    },
  })
  @Problems(400, 404, 413, 415, [422, CANNOT_RENDER], 503)
  async render(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
    @Body() { testRender }: RenderBody,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | ReportView> {
    response.vary('Accept');
    if (prefers(accept, 'application/json', 'text/html')) {
      return ReportView.of(await this.analysis.report(partner.id, id, testRender));
    }
    const html = await this.analysis.render(partner.id, id, testRender);
    response.set(renderedPageHeaders('text/html'));
    return html;
  }

  @Get(':id/variables')
  @ApiOperation({
    summary: 'List the variables that an email template uses',
    description: 'Found in the template itself, in all of its branches. Nothing is rendered.',
  })
  @ApiOkResponse({
    description: 'The variables, in the order in which they are first used.',
    type: [UsedVariableView],
  })
  @Problems(400, 404, [422, '`template_invalid`: the template does not compile.'], 503)
  async variables(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('email template')) id: number,
  ): Promise<UsedVariableView[]> {
    const variables = await this.analysis.variables(partner.id, id);
    return variables.map((variable) => UsedVariableView.of(variable));
  }
}
