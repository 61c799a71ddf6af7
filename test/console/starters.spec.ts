import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '../../src/rendering/domain/email-request.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { sampleVariables } from '../../src/rendering/emails/email-kinds.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';

const FOLDER = new URL('../../console/src/templates/starters/', import.meta.url);
/** Those that are not only for emails about documents. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'both-kinds.mjml': ['document', 'clientPdf'],
  'receipt.mjml': ['clientPdf'],
};
const CASES = readdirSync(FOLDER).flatMap((file) =>
  (KINDS[file] ?? ['document']).flatMap((kind) =>
    languages.map((language) => [file, kind, language] as const),
  ),
);
/** Words that only texts of the other language have. */
const FOREIGN = {
  sv: /\b(?:amount|for|hello|kind|prepared|regards|sent|the|to|unsubscribe|your?)\b/i,
  en: /\b(?:avregistrera|belopp|dig|din|framtagen|hej|hälsningar|skickat|till|vänliga)\b/i,
};

describe('The starters of the studio', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.load();
  });

  it.each(CASES)(
    'include %s, which in emails of the kind %s speaks %s, without a warning',
    async (...one) => {
      const [file, kind, language] = one;
      const data = readFileSync(new URL(file, FOLDER), 'utf8');
      const source = new TemplateSource(file.endsWith('.html') ? 'html' : 'mjml', 'hbs', data);
      const sample = sampleVariables(kind, language, 2026) ?? {};
      expect((await renderer.check(source, kind)).faults).toEqual([]);
      const { text, warnings } = await renderer.report(source, sample, kind);
      expect(warnings).toEqual([]);
      const withoutAddresses = text.replaceAll(/<[^<>]*>/g, '');
      expect(withoutAddresses).not.toMatch(FOREIGN[language]);
    },
  );
});
