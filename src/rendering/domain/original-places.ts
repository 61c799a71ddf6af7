import type { RenderReport } from './render-report.js';
import type { SnippetFault } from './snippet.js';
import type { TemplateFault } from './template-fault.js';
import type { TemplateSource } from './template-source.js';
import { type SourceLocation, TextLines } from './text-lines.js';
import type { UsedVariable } from './used-variable.js';

/** Adds the name of the snippet to a fault's message. */
export function describedFault({ code, snippet, ...fault }: SnippetFault): TemplateFault {
  return { code, ...fault, ...(snippet !== null && inSnippet(snippet, fault, fault)) };
}

/** Sorts faults by their place in the text; those within snippets come last. */
export function inOrder(faults: readonly TemplateFault[]): readonly TemplateFault[] {
  return faults.toSorted((one, other) => {
    if (one.snippet !== other.snippet) return (one.snippet ?? '') < (other.snippet ?? '') ? -1 : 1;
    return one.line - other.line || one.column - other.column;
  });
}

function inSnippet(snippet: string, { line }: SourceLocation, { message }: Pick<TemplateFault, 'message'>) {
  return { snippet, message: `In snippet ${snippet}, line ${line}: ${message}` };
}

/** Translates places in an expanded template to places in the template or a snippet. */
export class OriginalPlaces {
  private readonly lines: TextLines;

  constructor(private readonly source: Pick<TemplateSource, 'data' | 'origins'>) {
    this.lines = new TextLines(source.origins === null ? '' : source.data);
  }

  /** Translates the place of a fault, and names the snippet in its message. */
  fault<Fault extends TemplateFault>(fault: Fault): Fault {
    const { snippet = null, ...place } = this.place(fault);
    if (snippet === null) return { ...fault, ...place };
    return {
      ...fault,
      ...place,
      snippet,
      message: `In snippet ${snippet}, line ${place.line}: ${fault.message}`,
    };
  }

  report(report: RenderReport): RenderReport {
    return { ...report, warnings: report.warnings.map((warning) => this.fault(warning)) };
  }

  variable({ path, uses }: UsedVariable): UsedVariable {
    return { path, uses: uses.map((use) => ({ ...use, ...this.place(use) })) };
  }

  private place({ line, column }: SourceLocation): SourceLocation & { readonly snippet?: string } {
    const { origins } = this.source;
    if (origins === null) return { line, column };
    const { snippet, ...place } = origins.originOf({ line, column }, this.lines);
    return snippet === null ? place : { ...place, snippet };
  }
}
