import type { EmailVariable } from '../domain/email-kind.js';
import { languages } from '../domain/email-request.js';
import { emailKindNames, emailKinds, sampleVariables } from './email-kinds.js';
import { emailTexts } from './email-texts.js';

/** The variables of the two kinds, in the order in which partners see them. */
const TABLES = {
  document:
    'subject email content link document clientFirstName client company logoUrl unsubscribeUrl brand language year templateType',
  clientPdf:
    'subject email title textConfirmation documentLink pdfLink magicLink textAttachment document client company brand language year templateType',
};

const cases = Object.entries(TABLES).flatMap(([kind, names]) =>
  languages.map((language) => [kind, language, names.split(' ')] as const),
);

describe('emailKinds', () => {
  it('are those of the specification, with its variables in their order', () => {
    expect(emailKindNames.slice(0, 2)).toEqual(Object.keys(TABLES));
    for (const [kind, names] of Object.entries(TABLES)) {
      expect(emailKinds[kind]?.variables.map(({ name }) => name).join(' ')).toBe(names);
    }
  });

  it('have the members that the specification names', () => {
    const membersOf = (kind: string, name: string) =>
      emailKinds[kind]?.variables.find((variable) => variable.name === name)?.members?.map((one) => one.name);
    expect(membersOf('document', 'link')).toEqual(['href', 'text']);
    expect(membersOf('clientPdf', 'documentLink')).toEqual(['href', 'text']);
    expect(membersOf('clientPdf', 'pdfLink')).toEqual(['href', 'text']);
    expect(membersOf('clientPdf', 'magicLink')).toEqual(['href', 'pre', 'text']);
  });

  it.each(cases)('have in the sample of %s in %s every variable, of its type', (kind, language, names) => {
    const sample = sampleVariables(kind, language, 2026);
    expect(new Set(Object.keys(sample ?? {}))).toEqual(new Set(names));
    expect(sample).toMatchObject({ language, templateType: kind, year: 2026 });
    expectTypes(emailKinds[kind]?.variables ?? [], sample);
  });

  it('name main links that exist', () => {
    for (const { mainLinks, variables } of Object.values(emailKinds)) {
      expect(mainLinks.length).toBeGreaterThan(0);
      for (const path of mainLinks) {
        const [name, member] = path.split('.');
        const members = variables.find((variable) => variable.name === name)?.members ?? [];
        expect(members.map((one) => one.name)).toContain(member);
      }
    }
  });

  it('have different texts in Swedish and English', () => {
    const texts = (language: keyof typeof emailTexts) =>
      Object.values(emailTexts[language]).flatMap((kind) => Object.values(kind));
    for (const [index, text] of texts('sv').entries()) expect(text).not.toBe(texts('en')[index]);
  });

  it('do not accept names of inherited members as kinds', () => {
    expect(sampleVariables('constructor', 'sv', 2026)).toBeNull();
  });
});

function expectTypes(variables: readonly EmailVariable[], values: unknown): void {
  for (const { name, type, members = [] } of variables) {
    const value = (values as Record<string, unknown>)[name];
    expect([name, typeof value]).toEqual([name, type]);
    expectTypes(members, value);
  }
}
