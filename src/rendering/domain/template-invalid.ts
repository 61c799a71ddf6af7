import { type Problem, Unprocessable } from '../../shared/domain/errors.js';
import type { TemplateCheck, TemplateFault } from './template-fault.js';

/** The refusal of a template that does not compile. */
export function templateInvalid({ faults, warnings }: TemplateCheck): Unprocessable {
  return new Unprocessable(
    'template_invalid',
    'The template does not compile; errors lists what is wrong with it.',
    faults.map((fault) => problemAt('/data', fault)),
    warnings.map((warning) => problemAt('/data', warning)),
  );
}

/** A fault as the API reports it, at a member of the body. */
export function problemAt(pointer: string, fault: TemplateFault): Problem {
  return { pointer, ...fault };
}
