import { Injectable } from '@nestjs/common';
import { describedFault } from '../rendering/domain/original-places.js';
import { MAX_SNIPPET_DEPTH } from '../rendering/domain/snippet.js';
import type { TemplateFault } from '../rendering/domain/template-fault.js';
import { TemplateSource } from '../rendering/domain/template-source.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Conflict, type Problem, Unprocessable } from '../shared/domain/errors.js';
import type { EmailSnippet } from './domain/email-snippet.js';
import type { EmailTemplate } from './domain/email-template.js';
import { EmailSnippetRepository, type SnippetOutline } from './email-snippet.repository.js';
import { EmailTemplateRepository } from './email-template.repository.js';
import { SNIPPET_PARSER, SnippetResolver } from './snippet-resolver.js';

/** The most bytes that all templates with one snippet may have together. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The templates and snippets that include a snippet, directly or through others. */
export interface SnippetUse {
  readonly templates: readonly Pick<EmailTemplate, 'id' | 'name'>[];
  readonly snippets: readonly Pick<EmailSnippet, 'id' | 'name'>[];
}

/** Finds the templates and snippets that include a snippet, and checks that they compile with its next text. */
@Injectable()
export class SnippetUseService {
  constructor(
    private readonly snippets: EmailSnippetRepository,
    private readonly templates: EmailTemplateRepository,
    private readonly resolver: SnippetResolver,
    private readonly rendering: RenderingService,
  ) {}

  async usesOf({ partnerId, id, name }: EmailSnippet): Promise<SnippetUse> {
    const templates = await this.templates.withSnippet(partnerId, id);
    return { templates, snippets: await this.snippetsWith(partnerId, name) };
  }

  /** The snippets that a template includes, directly or through other snippets. */
  async snippetsOf({ partnerId, snippetIds }: EmailTemplate): Promise<SnippetUse['snippets']> {
    if (snippetIds.length === 0) return [];
    return (await this.snippets.outlines(partnerId)).filter(({ id }) => snippetIds.includes(id));
  }

  /** @throws Conflict `snippet_in_use` with the templates and snippets that include it */
  async requireNone(snippet: EmailSnippet): Promise<void> {
    const { templates, snippets } = await this.usesOf(snippet);
    const problems: Problem[] = [
      ...templates.map((template) => ({ ...inUse(titleOf(template)), templateId: template.id })),
      ...snippets.map(({ name }) => ({ ...inUse(`Snippet ${name}`), snippet: name })),
    ];
    if (problems.length === 0) return;
    const message = `The snippet ${snippet.name} is in use; errors lists what includes it. Change that first.`;
    throw new Conflict('snippet_in_use', message, problems);
  }

  /**
   * The templates that include the snippet, resolved with its next text.
   * @throws Unprocessable `templates_would_break` if one of them, or a snippet that includes it, would not compile
   */
  async resolved(before: EmailSnippet, after: EmailSnippet): Promise<readonly EmailTemplate[]> {
    const { partnerId } = before;
    const templates = await this.templates.withSnippet(partnerId, before.id);
    const problems = await this.snippetProblems(before, after);
    const resolved: EmailTemplate[] = [];
    let bytes = 0;
    for (const template of templates) {
      const { faults, ...source } = await this.resolver.resolve(partnerId, template.written, {
        replaced: after,
      });
      problems.push(...faults.map((fault) => templateProblem(template, describedFault(fault))));
      resolved.push(template.withResolution(source));
      bytes += Buffer.byteLength(source.source.data);
      if (bytes > MAX_BYTES) throw tooMuch('have more than 8 MiB together');
    }
    const sources = resolved.map(({ source }) => source);
    const checks = await this.rendering.examineAll(partnerId, sources);
    if (checks === null) throw tooMuch('take too long to check');
    for (const [index, { faults }] of checks.entries()) {
      const template = resolved[index];
      if (template !== undefined) problems.push(...faults.map((fault) => templateProblem(template, fault)));
    }
    if (problems.length > 0) throw wouldBreak(problems);
    return resolved;
  }

  /** The mistakes that would keep other snippets from including the changed snippet. */
  private async snippetProblems(before: EmailSnippet, after: EmailSnippet): Promise<Problem[]> {
    const { partnerId } = before;
    const problems: Problem[] = [];
    for (const { id } of await this.snippetsWith(partnerId, before.name)) {
      const [user] = await this.snippets.ofIds(partnerId, [id]);
      if (user === undefined) continue;
      const { name, type, data } = user;
      const written = new TemplateSource(type, SNIPPET_PARSER, data);
      const { faults } = await this.resolver.resolve(partnerId, written, { replaced: after, name });
      problems.push(
        ...faults.map((fault) => problemOf(`Snippet ${name}`, { snippet: name, ...describedFault(fault) })),
      );
    }
    return problems;
  }

  /** The snippets that include a snippet, directly or through others. */
  private async snippetsWith(partnerId: number, name: string): Promise<readonly SnippetOutline[]> {
    const all = await this.snippets.outlines(partnerId);
    const found = new Set<SnippetOutline>();
    let names: ReadonlySet<string> = new Set([name]);
    for (let depth = 0; depth <= MAX_SNIPPET_DEPTH && names.size > 0; depth += 1) {
      const users = all.filter(
        (outline) => !found.has(outline) && outline.snippetNames.some((included) => names.has(included)),
      );
      for (const user of users) found.add(user);
      names = new Set(users.map((user) => user.name));
    }
    return all.filter((outline) => found.has(outline));
  }
}

function titleOf({ id, name }: Pick<EmailTemplate, 'id' | 'name'>): string {
  return name === null ? `Template ${id}` : `Template ${id} (${name})`;
}

function inUse(user: string): Problem {
  return { pointer: '', code: 'snippet_in_use', message: `${user} includes it.` };
}

function templateProblem(template: EmailTemplate, fault: TemplateFault): Problem {
  return { ...problemOf(titleOf(template), fault), templateId: template.id };
}

/** The problem of a fault: the name of the template or snippet, followed by the message for its author. */
function problemOf(title: string, fault: TemplateFault): Problem {
  const isOwn = !fault.message.startsWith('In snippet ');
  const place = isOwn ? `, line ${fault.line}` : '';
  return { pointer: '', ...fault, message: `${title}${place}: ${fault.message}` };
}

function wouldBreak(problems: readonly Problem[]): Unprocessable {
  const message = 'What includes the snippet would no longer compile; errors lists where.';
  return new Unprocessable('templates_would_break', message, problems);
}

function tooMuch(what: string): Unprocessable {
  const message = `The templates that include the snippet ${what}: make them or the snippet smaller.`;
  return new Unprocessable('snippet_too_large', message);
}
