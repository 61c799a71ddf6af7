import { createHash } from 'node:crypto';
import { compressedJson, valueOfCompressedJson } from '../staged/compression.js';
import type { MarkupRules } from '../staged/markup-rules.js';
import { literalProgram, type StagedProgram } from '../staged/staged-template.js';
import type { StoredStructures } from '../staged/stored-structures.js';
import type { VariableBinder } from '../formats/shared/format.js';

/** The programs of a template: one for its HTML, and one for its text, which may be the same. */
export interface TemplatePrograms {
  readonly html: StagedProgram;
  readonly text: StagedProgram;
}

interface ProgrammedTemplate {
  /** Equal only for equal templates under equal limits. */
  readonly identity: string;
  readonly data: string;
  readonly rules: MarkupRules;
  readonly binder: VariableBinder | null;
}

/** Loads the programs of a template, or stages it and stores them. @throws RenderRefusal when the template has faults */
export async function programsOf(
  template: ProgrammedTemplate,
  stored: StoredStructures | null,
): Promise<TemplatePrograms> {
  if (stored === null || template.binder?.restore === undefined) return staged(template);
  const digest = createHash('sha256').update(`program ${template.identity}`).digest('hex');
  const found = await stored.load(digest);
  const restored = found === null ? null : restoredFrom(valueOfCompressedJson(found), template);
  if (restored !== null) return restored;
  const programs = staged(template);
  const { html, text } = programs;
  stored.save(digest, compressedJson([html.form?.(), text === html ? null : text.form?.()]));
  return programs;
}

function staged({ binder, data, rules }: ProgrammedTemplate): TemplatePrograms {
  const html = binder?.stage(data, rules, true) ?? literalProgram(data);
  const text = html.hasElements ? (binder?.stage(data, rules, false) ?? html) : html;
  return { html, text };
}

function restoredFrom(forms: unknown, { binder, data }: ProgrammedTemplate): TemplatePrograms | null {
  if (!Array.isArray(forms) || forms.length !== 2) return null;
  const [ofHtml, ofText]: readonly unknown[] = forms;
  const html = binder?.restore?.(ofHtml, data) ?? null;
  const text = ofText === null ? html : (binder?.restore?.(ofText, data) ?? null);
  return html === null || text === null ? null : { html, text };
}
