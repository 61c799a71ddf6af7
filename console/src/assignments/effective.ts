import type { Schema } from '../api/client';
import { emailKinds } from '../api/generated/names';
import { words } from '../i18n/words';
import { assignmentsTexts } from './words';

export type Assignment = Schema<'EmailTemplateAssignment'>;
export type Kind = (typeof emailKinds)[number];
export type AssignedLanguage = 'sv' | 'en' | null;

/** The columns. Null stands for every language. */
export const LANGUAGES: readonly AssignedLanguage[] = [null, 'sv', 'en'];

/** A cell of the matrix. Null stands for any language or any company. */
export interface Target {
  readonly kind: Kind;
  readonly language: AssignedLanguage;
  readonly companyId: number | null;
}

/** The assignment of a cell. */
export interface Effective {
  /** The assignment of exactly this cell, even if its template is deleted; null without one. */
  readonly own: Assignment | null;
  /** The assignment that applies; null if the default template does. */
  readonly applies: Assignment | null;
  readonly isInherited: boolean;
}

/**
 * The assignment that applies to the emails of a cell: the most specific one whose template is not deleted, as in the
 * service.
 */
export function effectiveFor(
  target: Target,
  assignments: readonly Assignment[],
  isPresent: (templateId: number) => boolean,
): Effective {
  const { kind, language, companyId } = target;
  const places = [
    [companyId, language],
    [companyId, null],
    [null, language],
    [null, null],
  ] as const;
  const ranked = places.flatMap(([company, spoken]) =>
    assignments.filter((one) => one.kind === kind && one.companyId === company && one.language === spoken),
  );
  const applies = ranked.find(({ templateId }) => isPresent(templateId)) ?? null;
  const own = assignments.find((one) => isAt(one, target)) ?? null;
  return { own, applies, isInherited: applies !== null && !isAt(applies, target) };
}

/** The place of an assignment or a cell, in words. */
export function placeText({ companyId, language }: Pick<Assignment, 'companyId' | 'language'>): string {
  const t = words(assignmentsTexts);
  const spoken = language === 'sv' ? t.inSwedish : language === 'en' ? t.inEnglish : t.inAnyLanguage;
  return t.place(companyText(companyId), spoken);
}

export function companyText(companyId: number | null): string {
  const t = words(assignmentsTexts);
  return companyId === null ? t.allCompanies : t.company(companyId);
}

/** A column in words. */
export function languageText(language: string | null): string {
  const t = words(assignmentsTexts);
  return language === 'sv' ? t.sv : language === 'en' ? t.en : t.anyLanguage;
}

/** A cell in the address: `document.sv.7`. */
export function nameOf({ kind, language, companyId }: Target): string {
  return [kind, language ?? 'any', companyId ?? 'all'].join('.');
}

/** The cell of an address; null if it names none. */
export function targetNamed(name: string): Target | null {
  const match = /^(\w+)\.(any|sv|en)\.(all|[1-9]\d{0,9})$/.exec(name);
  const [, named, language, company] = match ?? [];
  const kind = emailKinds.find((one) => one === named);
  if (kind === undefined) return null;
  return {
    kind,
    language: language === 'sv' || language === 'en' ? language : null,
    companyId: company === 'all' ? null : Number(company),
  };
}

function isAt(one: Assignment, { kind, language, companyId }: Target): boolean {
  return one.kind === kind && one.language === language && one.companyId === companyId;
}
