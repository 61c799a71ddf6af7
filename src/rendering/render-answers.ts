import { type Problem, Unavailable, Unprocessable } from '../shared/domain/errors.js';
import { OriginalPlaces } from './domain/original-places.js';
import { problemAt } from './domain/template-invalid.js';
import { placed, type TemplateCheck, type TemplateFault } from './domain/template-fault.js';
import type { StagedSource, TemplateSource } from './domain/template-source.js';
import { TextLines } from './domain/text-lines.js';
import { costliestPart } from './formats/formats.js';
import type { RenderAnswer } from './workers/render-task.js';

/** Copies what threads need of a template, because getters are not cloned. */
export function staged({ type, parser, data, inlineStyles, digest }: TemplateSource): StagedSource {
  return { type, parser, data, inlineStyles, digest };
}

/** The result of a check, with places translated to the template and its snippets. */
export function checkOf(answer: RenderAnswer, source: TemplateSource): TemplateCheck {
  if (answer.kind === 'checked') return originalCheck(answer.check, source);
  return { faults: [faultOf(answer, source)], warnings: [] };
}

/** Translates the places of a check to the template and its snippets. */
export function originalCheck({ faults, warnings }: TemplateCheck, source: TemplateSource): TemplateCheck {
  const places = new OriginalPlaces(source);
  return {
    faults: faults.map((fault) => places.fault(fault)),
    warnings: warnings.map((warning) => places.fault(warning)),
  };
}

/** The error for a render without a result. */
export function refusalOf(answer: RenderAnswer, source: TemplateSource): Unprocessable {
  const problems = [problemAt('', faultOf(answer, source))];
  if (answer.kind === 'refused' && answer.reason === 'fault') {
    return new Unprocessable('template_invalid', 'The template cannot be rendered with this data.', problems);
  }
  return limitExceeded(problems);
}

/** The reason for a missing result, with a location in the template. */
export function faultOf(answer: RenderAnswer, source: TemplateSource): TemplateFault {
  if (answer.kind === 'refused') return new OriginalPlaces(source).fault(answer.fault);
  if (answer.kind !== 'stopped') {
    const why = answer.kind === 'failed' ? answer.message : answer.kind;
    throw new Error(`A render thread gave no answer: ${why}`);
  }
  if (answer.reason === 'stalled') throw new Unavailable('The template cannot be rendered at the moment.');
  const fault =
    answer.reason === 'deadline'
      ? { code: 'deadline_exceeded', message: 'The template takes too long.' }
      : { code: 'memory_exceeded', message: 'The template takes too much memory.' };
  return atCostliestPart(source, fault);
}

/** The error for a template that rests (TemplateHistory). */
export function resting(source: TemplateSource): Unprocessable {
  const message =
    'The template takes too long or too much memory every time. It is tried again in a few minutes.';
  const fault = { code: 'template_resting', message };
  return limitExceeded([problemAt('', atCostliestPart(source, fault))]);
}

function atCostliestPart(
  source: TemplateSource,
  fault: { readonly code: string; readonly message: string },
): TemplateFault {
  const here = placed({ ...fault, offset: costliestPart(source) }, new TextLines(source.data));
  return new OriginalPlaces(source).fault(here);
}

function limitExceeded(problems: readonly Problem[]): Unprocessable {
  return new Unprocessable(
    'render_limit_exceeded',
    'With this data the template exceeds the limits of one render.',
    problems,
  );
}
