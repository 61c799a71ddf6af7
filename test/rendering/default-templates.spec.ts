import type { EmailVariable } from '../../src/rendering/domain/email-kind.js';
import { type EmailFacts, languages, type Variables } from '../../src/rendering/domain/email-request.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { emailKinds, sampleVariables } from '../../src/rendering/emails/email-kinds.js';
import { emailRequestOf, variablesOf } from '../../src/rendering/emails/email-request.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';

/** The limit in bytes. About half of it is MJML’s tables. */
const MAX_BYTES = 15 * 1024;
const HOSTILE = `</title></mj-text>"'><script>alert(1)</script><img src=x onerror=alert(1)>{{subject}}`;

const cases = Object.keys(emailKinds).flatMap((kind) =>
  languages.map((language) => [kind, language] as const),
);

const FACTS: EmailFacts = {
  document: { id: 'doc-1', data: { name: 'Offer 1042' } },
  company: { name: 'Kitchen Works Ltd' },
  brand: 'oak',
  companyId: 7,
  now: new Date('2026-02-03T04:05:06.789Z'),
};

/** A request of the document service without texts of its own. */
function ordered(kind: string, language: string): Variables {
  const link = (name: string) => ({ [name]: { href: `https://view.example/${name}` } });
  const given =
    kind === 'document'
      ? {
          ...link('link'),
          clientFirstName: 'Ada',
          logoUrl: 'https://images.example/logo.png',
          unsubscribeUrl: 'https://view.example/unsubscribe',
        }
      : { ...link('documentLink'), ...link('pdfLink'), ...link('magicLink') };
  const problems: never[] = [];
  const item = { kind, language, to: 'ada@client.example', client: { name: 'Ada Lovell' }, ...given };
  const request = emailRequestOf(item, '', problems);
  if (request === null) throw new Error(`The request is refused: ${JSON.stringify(problems)}`);
  return variablesOf(request, FACTS);
}

/** The paths of all variables, and of the members that the specification names. */
function pathsOf(variables: readonly EmailVariable[], prefix = ''): string[] {
  return variables.flatMap(({ name, members }) =>
    members === undefined ? [prefix + name] : pathsOf(members, `${prefix}${name}.`),
  );
}

function at(variables: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], variables);
}

describe('The default templates', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.load();
  });

  const templateOf = (kind: string, language: 'sv' | 'en') => emailKinds[kind]!.defaultTemplate[language];

  it.each(cases)('of %s in %s is small, and has no warnings', async (kind, language) => {
    const sample = sampleVariables(kind, language, 2026) ?? {};
    const { bytes, warnings, variables, html } = await renderer.report(
      templateOf(kind, language),
      sample,
      kind,
    );
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(warnings).toEqual([]);
    expect([variables.missing, variables.unknown]).toEqual([[], []]);
    expect(html).toContain(`lang="${language}"`);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('prefers-color-scheme');
  });

  it.each(cases)('of %s in %s shows what the recipient needs', async (kind, language) => {
    const variables = ordered(kind, language);
    const { html, text } = await renderer.render(templateOf(kind, language), variables);
    const shown =
      kind === 'document'
        ? 'content link.href link.text document.data.name clientFirstName company.name unsubscribeUrl email year'
        : 'title textConfirmation textAttachment documentLink.href documentLink.text pdfLink.href pdfLink.text magicLink.href magicLink.pre magicLink.text document.data.name client.name company.name email year';
    expect(html).toContain('<title>');
    for (const path of shown.split(' ')) {
      const value = String(at(variables, path));
      expect([path, html.includes(value), text.includes(value)]).toEqual([path, true, true]);
    }
    if (kind === 'document') expect(html).toContain('src="https://images.example/logo.png"');
  });

  it.each(cases)('of %s in %s omits missing parts of an email', async (kind, language) => {
    const link = { href: 'https://view.example/1', text: 'Go' };
    const bare = {
      ...Object.fromEntries(emailKinds[kind]!.variables.map(({ name }) => [name, null])),
      link,
      documentLink: link,
      pdfLink: link,
      document: {},
      company: { id: 7 },
      client: {},
    };
    const { html } = await renderer.render(templateOf(kind, language), bare);
    expect(html).not.toMatch(/null|undefined|<img|href=""/);
    expect(html).toMatch(language === 'sv' ? />Hej,</ : />Hello,</);
  });

  it.each(cases)('of %s in %s prints hostile values as text', async (kind, language) => {
    const link = { href: `javascript:${HOSTILE}`, text: HOSTILE, pre: HOSTILE };
    const names = emailKinds[kind]!.variables.map(({ name }) => [name, HOSTILE]);
    const person = { name: HOSTILE, email: HOSTILE };
    const { html } = await renderer.render(templateOf(kind, language), {
      ...Object.fromEntries(names),
      link,
      documentLink: link,
      pdfLink: link,
      magicLink: link,
      document: { data: { name: HOSTILE } },
      company: person,
      client: person,
    });
    expect(html).not.toMatch(/<script|<img src=x|="javascript:/i);
    expect(html.match(/<title>/g)).toHaveLength(1);
  });
});

describe('A template of a partner', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.load();
  });

  const FORMATS = {
    html: (lines: string) => `<div>${lines}</div>`,
    mjml: (lines: string) =>
      `<mjml><mj-body><mj-section><mj-column><mj-text>${lines}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  };
  const all = cases.flatMap(([kind, language]) =>
    (['html', 'mjml'] as const).map((type) => [kind, language, type] as const),
  );

  it.each(all)('can print every variable of %s in %s, as %s', async (kind, language, type) => {
    const paths = pathsOf(emailKinds[kind]!.variables);
    const lines = paths.map((path) => `<p>${path}: {{${path}}}.</p>`).join('\n');
    const variables = ordered(kind, language);
    const source = new TemplateSource(type, 'hbs', FORMATS[type](lines));
    const { html } = await renderer.render(source, variables);
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const value = at(variables, path);
      expect([path, ['string', 'number'].includes(typeof value), value !== '']).toEqual([path, true, true]);
      expect(html).toContain(`<p>${path}: ${String(value)}.</p>`);
    }
  });
});
