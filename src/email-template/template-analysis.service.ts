import { Injectable } from '@nestjs/common';
import type { RenderReport } from '../rendering/domain/render-report.js';
import type { TemplateSource } from '../rendering/domain/template-source.js';
import type { UsedVariable } from '../rendering/domain/used-variable.js';
import { sampleVariables } from '../rendering/emails/email-kinds.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Clock } from '../shared/clock.js';
import type { TestRender } from './domain/test-render.js';
import { mergeVariables } from './domain/merge-variables.js';
import { SnippetResolver } from './snippet-resolver.js';
import { EmailTemplateService } from './email-template.service.js';

/** Renders and checks templates for their authors. Stores nothing and sends nothing. */
@Injectable()
export class TemplateAnalysisService {
  constructor(
    private readonly templates: EmailTemplateService,
    private readonly snippets: SnippetResolver,
    private readonly rendering: RenderingService,
    private readonly clock: Clock,
  ) {}

  /** The HTML of a template. @throws NotFound, Unprocessable */
  async render(partnerId: number, id: number, testRender: TestRender): Promise<string> {
    const { source } = await this.templates.find(partnerId, id);
    const { html } = await this.rendering.render(partnerId, source, this.variablesOf(testRender));
    return html;
  }

  /** Renders a template and collects its errors and warnings. @throws NotFound, Unprocessable */
  async report(partnerId: number, id: number, testRender: TestRender): Promise<RenderReport> {
    const { source } = await this.templates.find(partnerId, id);
    return this.rendering.report(partnerId, source, this.variablesOf(testRender), testRender.kind);
  }

  /** Like `report`, for a template that is not stored. @throws Unprocessable also if it does not compile */
  async validate(partnerId: number, source: TemplateSource, testRender: TestRender): Promise<RenderReport> {
    const resolved = await this.snippets.check(partnerId, source, testRender.kind);
    return this.rendering.report(partnerId, resolved.source, this.variablesOf(testRender), testRender.kind);
  }

  /** The variables that a template reads. @throws NotFound, Unprocessable */
  async variables(partnerId: number, id: number): Promise<readonly UsedVariable[]> {
    const { source } = await this.templates.find(partnerId, id);
    return this.rendering.variables(partnerId, source);
  }

  /** The given data merged over the sample data of the kind, with the current year. */
  variablesOf({ kind, language, data }: TestRender): Readonly<Record<string, unknown>> {
    const year = this.clock.now().getUTCFullYear();
    const sample = kind === null ? null : sampleVariables(kind, language, year);
    return mergeVariables(sample ?? { year }, data);
  }
}
