import type { RenderReport } from '../domain/render-report.js';
import {
  placed,
  type SourceFault,
  type TemplateCheck,
  type TemplateFault,
} from '../domain/template-fault.js';
import type { StagedSource } from '../domain/template-source.js';
import { TextLines } from '../domain/text-lines.js';
import type { UsedVariable } from '../domain/used-variable.js';
import type { CheckedTemplate, RenderedMarkup, VariableReference } from '../formats/shared/format.js';
import type { LoadedFormats } from '../formats/loaded-formats.js';
import { lint, lintPart, type LintedTemplate } from '../lint/lint.js';
import { isMisspelt, isUnknown } from '../lint/variable-rules.js';

/** The most faults to report. */
const MAX_FAULTS = 100;
/** Faults that mean that the template has the wrong type. */
const HOPELESS: ReadonlySet<string> = new Set(['root_missing', 'wrong_type']);

/** Faults of blocks, after which it is not known what the names in them mean. */
const OF_BLOCKS: ReadonlySet<string> = new Set([
  'block_mismatch',
  'braces_mismatch',
  'unclosed_block',
  'unexpected_block_end',
  'wrong_parameters',
]);

/** The findings of one render of a template. */
export interface RenderFindings extends RenderedMarkup {
  readonly variables: Readonly<Record<string, unknown>>;
  /** The size of the HTML in UTF-8. */
  readonly bytes: number;
  readonly addressFaults: readonly TemplateFault[];
}

/** Analyses templates for their authors: faults, warnings and used variables. Renders nothing. */
export class TemplateChecker {
  constructor(private readonly formats: LoadedFormats) {}

  /**
   * The faults that prevent the template from compiling, in the order of the text, with warnings that help to fix it.
   * Empty if it compiles.
   * @param kind the email kind that it is for; null if unknown
   */
  async check(source: StagedSource, kind: string | null): Promise<TemplateCheck> {
    const { data } = source;
    const references = this.referencesIn(source);
    const ofParser = this.formats.binderOf(source)?.check?.(data) ?? [];
    const ofType = (await this.formats.compilerOf(source).check?.(this.checked(source, references))) ?? [];
    // Do not report a refused expression again for its location.
    const refused = new Set(ofParser.map(({ offset }) => offset));
    const faults = [...ofParser, ...ofType.filter(({ offset }) => !refused.has(offset))];
    if (faults.length === 0) return { faults: [], warnings: [] };
    faults.sort((one, other) => one.offset - other.offset);
    // With this many faults, or the wrong type, warnings are pointless.
    const isHopeless = faults.length >= MAX_FAULTS || faults.some(({ code }) => HOPELESS.has(code));
    if (isHopeless) return { faults: placedIn(data, faults.slice(0, MAX_FAULTS)), warnings: [] };
    // A variable in a refused expression may be a word of another template language.
    const isRefused = ({ offset }: VariableReference) =>
      ofParser.some((fault) => fault.offset <= offset && !data.slice(fault.offset, offset).includes('}}'));
    const areBlocksBroken = ofParser.some(({ code }) => OF_BLOCKS.has(code));
    const meant = references.filter(
      (each) => !(areBlocksBroken || isRefused(each)) || isMisspelt(data, each, kind),
    );
    const warnings = await this.warnings(source, { kind, references: meant, rendered: null }, []);
    return { faults: placedIn(data, faults), warnings: placedIn(data, warnings) };
  }

  /** The faults that prevent a part from rendering in any template. If there are none, warnings about its text. */
  checkPart(source: StagedSource): TemplateCheck {
    const { data } = source;
    const binder = this.formats.binderOf(source);
    const faults = [...(binder?.check?.(data) ?? [])];
    faults.sort((one, other) => one.offset - other.offset);
    const warnings = faults.length === 0 ? lintPart(source, binder?.flatten(data) ?? data) : [];
    return { faults: placedIn(data, faults.slice(0, MAX_FAULTS)), warnings: placedIn(data, warnings) };
  }

  /** The variables of a template that compiles; empty without a parser. */
  variables(source: StagedSource): readonly UsedVariable[] {
    return gathered(this.referencesIn(source), new TextLines(source.data));
  }

  /** The warnings and variables of a rendered template. @param kind see `check` */
  async review(
    source: StagedSource,
    kind: string | null,
    { variables, bytes, addressFaults, ...rendered }: RenderFindings,
  ): Promise<Pick<RenderReport, 'warnings' | 'variables'>> {
    const lines = new TextLines(source.data);
    const ofAddresses = addressFaults.map(({ code, message, ...location }) => ({
      code,
      message,
      offset: lines.offsetOf(location),
    }));
    const ofMarkup = this.formats.compilerOf(source).renderWarnings?.(rendered, source) ?? [];
    const faults = [...ofAddresses, ...ofMarkup];
    const references = this.referencesIn(source);
    const known = { kind, references, rendered: { bytes, faults } };
    const warnings = await this.warnings(source, known, this.branchVariantsOf(source));
    return {
      warnings: placedIn(source.data, warnings),
      variables: {
        used: pathsOf(references),
        missing: pathsOf(references.filter(({ path }) => path.isMissingIn(variables))),
        unknown: pathsOf(references.filter((reference) => isUnknown(reference, kind))),
      },
    };
  }

  private async warnings(
    source: StagedSource,
    known: Pick<LintedTemplate, 'kind' | 'references' | 'rendered'>,
    variants: readonly string[],
  ): Promise<readonly SourceFault[]> {
    const binder = this.formats.binderOf(source);
    const flattened = binder?.flatten(source.data) ?? source.data;
    const checked = { ...this.checked(source, known.references), branchVariants: () => variants };
    const ofType = (await this.formats.compilerOf(source).warnings?.({ ...checked, flattened })) ?? [];
    const split = binder?.splitTags?.(source.data, variants) ?? [];
    const ofParser = known.rendered === null ? [] : (binder?.warnings?.(source.data) ?? []);
    return lint({ source, flattened, ofType: [...ofType, ...split, ...ofParser], ...known });
  }

  private checked(source: StagedSource, references: readonly VariableReference[]): CheckedTemplate {
    const rawValues = references.flatMap(({ as, offset }) => (as === 'html' ? [offset] : []));
    return { data: source.data, branchVariants: () => this.branchVariantsOf(source), rawValues };
  }

  private branchVariantsOf(source: StagedSource): readonly string[] {
    const { data } = source;
    const binder = this.formats.binderOf(source);
    return binder === null ? [data] : (binder.branchVariants?.(data) ?? [binder.flatten(data)]);
  }

  private referencesIn(source: StagedSource): readonly VariableReference[] {
    return this.formats.binderOf(source)?.variables(source.data) ?? [];
  }
}

function placedIn(data: string, faults: readonly SourceFault[]): readonly TemplateFault[] {
  const lines = new TextLines(data);
  return faults.map((fault) => placed(fault, lines));
}

/** Each path once, in the order of first use. */
function pathsOf(references: readonly VariableReference[]): readonly string[] {
  return [...new Set(references.map(({ path }) => path.toString()))];
}

/** Groups references by variable, in the order of first use. */
function gathered(references: readonly VariableReference[], lines: TextLines): readonly UsedVariable[] {
  const uses = new Map<string, UsedVariable['uses'][number][]>();
  for (const { path, as, offset } of references) {
    const name = path.toString();
    const found = uses.get(name) ?? [];
    found.push({ ...lines.locationOf(offset), as });
    uses.set(name, found);
  }
  return [...uses].map(([path, found]) => ({ path, uses: found }));
}
