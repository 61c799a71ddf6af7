import mjml2html from 'mjml';
import type { RenderLimits } from '../../domain/render-limits.js';
import type { StagedSource } from '../../domain/template-source.js';
import { RenderRefusal, type SourceFault } from '../../domain/template-fault.js';
import type { MarkupRules } from '../../staged/markup-rules.js';
import {
  type CheckedTemplate,
  FILLER,
  type MarkupCompiler,
  type FlattenedTemplate,
} from '../shared/format.js';
import { commonFaults } from '../shared/branch-faults.js';
import { halfConditional } from '../shared/half-conditional.js';
import { attributeWarnings, type AttributeFault } from './attribute-check.js';
import { markupLimitFault } from './markup-limits.js';
import { referenceWarnings } from './reference-check.js';
import { mjmlRules } from './mjml-rules.js';
import { misplaced, unknownElement } from './elements.js';
import { MAX_STRUCTURE_FAULTS, structureOf } from './structure-check.js';
import { tableWarnings, textWarnings } from './table-check.js';
import { partsOf } from '../shared/tags.js';

/** Matches MJML's error about an unknown element. */
const UNKNOWN = /^Element (\S+) doesn't exist/;
const MISPLACED = /^(\S+) cannot be used inside (\S+), only inside: (.*)$/;

/** An unknown element, which makes MJML stop after validation. Compiling would take ten times as long. */
const STOP_NAME = 'mj-livery-stop';
const STOP = `<${STOP_NAME} />`;

/** Compiles MJML 5. Importing this file takes most of a second and 50 MB, so only render threads do. */
export class MjmlCompiler implements MarkupCompiler {
  constructor(private readonly limits: RenderLimits) {}

  async check({ data, branchVariants, rawValues }: CheckedTemplate): Promise<readonly SourceFault[]> {
    const variants = branchVariants();
    const beyond = variants
      .map((variant) => markupLimitFault(variant, this.limits))
      .find((fault) => fault !== null);
    if (beyond !== undefined) return [beyond];
    const found: (readonly SourceFault[])[] = [];
    for (const variant of variants) found.push(await faultsOf(variant, { data, rawValues }));
    const faults = commonFaults(variants, found);
    return faults.length === 0 ? compileFaults(variants) : faults;
  }

  async warnings(template: FlattenedTemplate): Promise<readonly SourceFault[]> {
    const { flattened } = template;
    if (markupLimitFault(flattened, this.limits) !== null) return [];
    const { faults } = structureOf(flattened);
    if (faults.length >= MAX_STRUCTURE_FAULTS) return [];
    // An unclosed value swallows the attributes of other elements.
    const broken = faults.find(({ code }) => code === 'unclosed_quote')?.offset ?? Infinity;
    const ofAttributes = attributeWarnings(template, await attributeFaultsOf(flattened));
    const variants = template.branchVariants();
    return [
      ...ofAttributes.filter(({ offset }) => offset < broken),
      ...referenceWarnings(flattened),
      ...tableWarnings(flattened),
      ...textWarnings(flattened),
      ...halfConditional(
        variants,
        variants.map((variant) => structureOf(variant).faults),
      ),
    ];
  }

  rules({ data }: StagedSource): MarkupRules {
    return mjmlRules(data);
  }

  async compile(markup: string): Promise<string> {
    const beyond = markupLimitFault(markup, this.limits);
    if (beyond !== null) throw new RenderRefusal('limit', beyond);
    return toHtml(markup);
  }
}

async function faultsOf(
  variant: string,
  template: Pick<CheckedTemplate, 'data' | 'rawValues'>,
): Promise<readonly SourceFault[]> {
  const { faults, unclosed } = structureOf(variant, template);
  if (faults.length >= MAX_STRUCTURE_FAULTS) return faults;
  if (faults.some(({ code }) => code === 'root_missing' || code === 'unclosed_comment')) return faults;
  const ofElements = await elementFaults(variant);
  // The structure check reports HTML between elements, and leaves out the content of unknown elements.
  const isReported = faults.length > 0 || ofElements.some(({ name }) => name.startsWith('mj'));
  // To MJML, elements after an unclosed one are inside it.
  const isDoubtful = ({ name, offset, parent }: ElementFault) =>
    (isReported && !name.startsWith('mj')) ||
    unclosed.some((open) => open.name === parent && open.start < offset && offset < open.end);
  return [...faults, ...ofElements.filter((fault) => !isDoubtful(fault))];
}

/** A fault of an element. `parent`: the element that it does not belong in; null for other faults. */
interface ElementFault extends SourceFault {
  readonly name: string;
  readonly parent: string | null;
}

/** MJML's errors about elements. Errors about attributes and titles are no reason to refuse a template. */
async function elementFaults(variant: string): Promise<readonly ElementFault[]> {
  return (await attributeFaultsOf(variant)).flatMap(({ message, offset }): ElementFault[] => {
    const [, unknown] = UNKNOWN.exec(message) ?? [];
    if (unknown !== undefined) {
      const sentence = unknownElement(unknown);
      return [{ code: 'unknown_element', message: sentence, offset, name: unknown, parent: null }];
    }
    const [, name, parent, allowed] = MISPLACED.exec(message) ?? [];
    if (name === undefined || parent === undefined) return [];
    const sentence = misplaced(name, parent, (allowed ?? '').split(/,\s*/));
    return [{ code: 'misplaced_element', message: sentence, offset, name, parent }];
  });
}

/** MJML's errors about tags, except those due to unknown values. */
async function attributeFaultsOf(variant: string): Promise<readonly AttributeFault[]> {
  const { inside: stop, end } = rootOf(variant);
  // Leave out text after the root, for which MJML would only report that there is no root.
  const stopped = variant.slice(0, stop) + STOP + variant.slice(stop, end);
  // MJML reports only the line of a tag, so put every tag on its own line.
  const offsets = [0, ...[...stopped.matchAll(/</g)].map(({ index }) => index)];
  const oneTagPerLine = stopped.replace(/[\r\n]/g, ' ').replaceAll('<', '\n<');
  const errors = await validate(oneTagPerLine);
  return errors.flatMap(({ line, message, tagName }) => {
    if (message.includes(FILLER) || tagName === STOP_NAME) return [];
    const at = offsets[line - 1] ?? 0;
    return [{ message, offset: at > stop ? at - STOP.length : at }];
  });
}

/** The start of the root's content, and the root's end. */
function rootOf(variant: string): { readonly inside: number; readonly end: number } {
  let inside = 0;
  for (const part of partsOf(variant)) {
    if (part.kind === 'open' && part.name === 'mjml' && inside === 0) inside = part.end;
    if (part.kind === 'close' && part.name === 'mjml' && inside > 0) return { inside, end: part.end };
  }
  return { inside, end: variant.length };
}

async function validate(markup: string): Promise<readonly ValidationError[]> {
  try {
    await mjml2html(markup, { validationLevel: 'strict', ignoreIncludes: true });
    return [];
  } catch (error) {
    // If there is no root, the structure check reports it.
    return hasComplaints(error) ? error.errors : [];
  }
}

interface ValidationError {
  readonly line: number;
  readonly message: string;
  readonly tagName: string;
}

function hasComplaints(error: unknown): error is { readonly errors: readonly ValidationError[] } {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

/** Compiles a template without expressions, which always becomes the same markup, to find all faults. */
async function compileFaults(variants: readonly string[]): Promise<readonly SourceFault[]> {
  const [variant] = variants;
  if (variant === undefined || variants.length > 1 || variant.includes(FILLER)) return [];
  try {
    await toHtml(variant);
    return [];
  } catch (error) {
    if (!(error instanceof RenderRefusal)) throw error;
    return [{ code: 'not_compilable', message: 'MJML cannot compile this template.', offset: 0 }];
  }
}

async function toHtml(markup: string): Promise<string> {
  try {
    const { html } = await mjml2html(markup, {
      validationLevel: 'skip',
      ignoreIncludes: true,
      // By default, MJML loads known fonts from Google, which reveals who opens the email. Here, only `mj-font` loads
      // fonts.
      fonts: {},
    });
    return html;
  } catch (error) {
    if (error instanceof RangeError) {
      const message = 'With this data the template is nested too deep or becomes too large.';
      throw new RenderRefusal('limit', { code: 'nesting_too_deep', message, offset: 0 });
    }
    // Do not pass on MJML's message, which may name files of the server.
    const message = 'MJML cannot compile what the template becomes with this data.';
    throw new RenderRefusal('fault', { code: 'render_failed', message, offset: 0 });
  }
}
