import fc from 'fast-check';

/** A random template, and various data for it. */
export interface RandomCase {
  readonly data: string;
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

/** Templates in MJML with expressions wherever one is allowed, and data of every kind. */
export function randomMjmlCase(): fc.Arbitrary<RandomCase> {
  return fc.gen().map((g) => {
    const draw: Draw = (arbitrary) => g(() => arbitrary);
    const data = new MjmlWriter(draw).template();
    return { data, variables: [0, 1, 2].map(() => draw(variables)) };
  });
}

/** HTML, with styles or without. */
export function randomHtmlCase(): fc.Arbitrary<RandomCase> {
  return fc.gen().map((g) => {
    const draw: Draw = (arbitrary) => g(() => arbitrary);
    const data = new HtmlWriter(draw).template();
    return { data, variables: [0, 1, 2].map(() => draw(variables)) };
  });
}

const strings = fc.constantFrom(
  '',
  'A',
  'Anna',
  '<x>&"\'`=',
  'Åäö 😀',
  'true',
  'false',
  ' sp ',
  '\n two\r\n\r\n lines ',
  'a   b',
  '{{a}}',
  '$& $1',
  '0',
  '#abc',
  'font-family: Lato',
  'Lato',
  '\u200B',
  '\u00A0x',
  '-->',
  '/',
  '</mj-text>',
  'copy',
);
const raws = fc.constantFrom(
  '<i>h</i>',
  '',
  '<p>x <b class="k">y</b></p>',
  'plain',
  '<a href="https://x.example/">l</a>',
  '</mj-text><mj-text>',
  '<p style="font-family:Lato">f</p>',
  '<!-- c -->',
  '<p title="',
  '&copy; 2026 &amp; &#8364; R&D',
  'a "quoted" word',
);
const urls = fc.constantFrom(
  'https://x.example/?a=1&b=2',
  'https://y.example/',
  '',
  '/r',
  'mailto:a@b.example',
  '#top',
  'https://x.example/$&',
);
/** Objects as JSON makes them. */
function own(
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(members, { noNullPrototype: true });
}

const variables = own({
  a: strings,
  b: strings,
  c: own({ d: strings }),
  e: fc.constantFrom(null, 0, 5, true, false, [], ['x', 'y']),
  t: fc.boolean(),
  f: fc.constant(false),
  html: raws,
  url: urls,
  image: fc.constantFrom('https://x.example/a.png', 'cid:1', ''),
  colour: fc.constantFrom('#123456', '#ABCDEF', 'red', '#abc', 'rgb(1, 2, 3)', '', 'Lato'),
  padding: fc.constantFrom('5px', '1px 2px', ''),
  align: fc.constantFrom('left', 'center'),
  size: fc.constantFrom('20px', '13px'),
  width: fc.constantFrom('100px', '50%', ''),
  font: fc.constantFrom('Ubuntu', 'Arial', 'Roboto'),
  language: fc.constantFrom('sv', 'en', 'sv', 'en', 'sv-SE', ' ', '', 'true', '"<&'),
  templateType: fc.constantFrom('document', 'clientPdf'),
  list: fc.array(strings, { maxLength: 3 }),
  objects: fc.array(own({ n: strings, url: urls }), { maxLength: 3 }),
});

const NAMES = ['a', 'b', 'c.d', 'e', 't', 'f', 'nope', 'list', 'this.a', '@root.b'];
/** Operands of comparisons, of every type, so that some are true and some are false. */
const COMPARED = [
  ...NAMES,
  'templateType',
  'language',
  'width',
  'none',
  'c',
  '../a',
  '@index',
  '"document"',
  '"clientPdf"',
  '"sv"',
  '""',
  '"5"',
  '5',
  '0',
  'true',
  'false',
  'null',
  'undefined',
  '(lookup this "a")',
  '(default a b)',
  '(not (and a t))',
];
const VALUES = [
  '{{default a "x"}}',
  '{{default nope b}}',
  '{{or a b}}',
  '{{formatNumber e decimals=2}}',
  '{{formatNumber a}}',
  '{{formatCurrency e "SEK"}}',
  '{{formatDate "2026-11-22T10:00:00Z" timeStyle="short"}}',
  '{{formatDate a timeZone=b}}',
  '{{a}}',
  '{{b}}',
  '{{c.d}}',
  '{{e}}',
  '{{nope}}',
  '{{lookup this "a"}}',
  '{{lookup list 0}}',
  '{{~a~}}',
  '{{a~}} ',
  '{{@root.b}}',
  '{{"a"}}',
  '{{[a]}}',
];
const TEXTS = [
  'plain',
  'two  words',
  '&nbsp;',
  '<b>{{a}}</b>',
  '<a href="{{url}}">{{a}}</a>',
  '<a href="{{url}}">{{url}}</a>',
  '<a href="https://x.example/{{a}}?q={{b}}" title="{{a}}">go</a>',
  '<a href="{{#if t}}{{url}}{{else}}https://z.example/{{/if}}">either</a>',
  '<span title=\'{{a}}\' class="k {{b}}">s</span>',
  '<img src="{{image}}" alt="{{a}}">',
  '<br>',
  '<span style="color:{{colour}}">{{b}}</span>',
  '<span style="font-family:{{font}}">{{b}}</span>',
  "<span style='font-family:Arial'>{{a}} {{b}}</span>",
  '{{{html}}}',
  '{{&html}}',
  '{{{a}}}',
  '{{#if t}}&copy; {{a}}{{/if}}&nbsp;{{b}}',
  '{{#each list}}&nbsp;|&nbsp;{{/each}}',
  '<img src="{{image}}" alt="{{#if t}}&copy; {{a}}{{else}}&lt;{{/if}}&euro;">',
  '<a href="https://x.example/?q={{a}}&amp;r=&#38;{{b}}&s=1">go</a>',
  '<a href="{{#if t}}https://x.example/{{a}}&#x2F;{{/if}}" title="{{{html}}}">go</a>',
  '<img src="a" alt="{{{html}}}">',
  '&{{a}};',
  '&#{{e}};',
  '{{! note }}',
  '{{!-- {{note}} --}}',
  '<!-- {{a}} -->',
  '<!--[if mso]> {{a}}  {{b}} <![endif]-->',
  '<!--[if !mso]><!--> {{a}}  <b>{{b}}</b> <!--<![endif]-->',
  '{{#if t}}x{{a}}{{else}}y{{/if}}',
  '{{#if t}} <b>{{a}}</b> {{/if}}',
  '{{#each list}}[{{this}}{{@index}}{{@last}}]{{/each}}',
  '{{#each list}}{{#unless @first}}, {{/unless}}{{this}}{{/each}}',
  '{{#each objects as |o i|}}{{o.n}}{{i}}{{../a}}<a href="{{o.url}}">l</a>{{/each}}',
  '{{#with c}}{{d}}{{../a}}{{/with}}',
  '{{#c}}{{d}}{{/c}}',
  '{{^f}}inverse{{/f}}',
  '{{#list}}{{.}}{{else}}none{{/list}}',
  '{{#if t}}{{#each list}}<i>{{this}}</i>{{/each}}{{/if}}',
  '{{#if a}}a{{else if b}}b{{else}}c{{/if}}',
  '{{#if (eq templateType "document")}}<b>{{a}}</b>{{else if (eq language "sv")}}{{{html}}}{{else}}{{b}}{{/if}}',
  '{{#each list}}{{#if (eq this @root.a)}}<i>{{this}}</i>{{else}}{{eq @index 1}}{{/if}}{{/each}}',
  '<a href="{{#if (eq a b)}}{{url}}{{else}}https://z.example/{{/if}}" title="{{eq a b}}">either</a>',
  '{{{{c}}}} {{d}} {{{{/c}}}}',
  '\\{{a}}',
  '< {{a}}',
  'font-family: {{font}}',
];
const BLOCKS = [
  'if t',
  'unless t',
  'if a',
  'each list',
  'each objects as |o|',
  'with c',
  'c',
  '^f',
  'if nope',
];

/** Writes the parts that all templates have in common. */
class Writer {
  constructor(protected readonly draw: Draw) {}

  protected pick<T>(...choices: readonly T[]): T {
    return this.draw(fc.constantFrom(...choices));
  }

  protected times(max: number, write: () => string, separator = '\n'): string {
    const count = this.draw(fc.integer({ min: 1, max }));
    return Array.from({ length: count }, write).join(separator);
  }

  protected value(): string {
    return this.pick(
      ...VALUES,
      `{{${this.pick(...NAMES)}}}`,
      `{{${this.comparison().slice(1, -1)}}}`,
      `{{{lookup objects ${this.comparison()}}}}`,
    );
  }

  /** In parentheses, sometimes nested, within the allowed depth. */
  protected comparison(depth = 2): string {
    const isNested = depth > 0 && this.pick(0, 1, 2, 3) === 0;
    const first = isNested ? this.comparison(depth - 1) : this.pick(...COMPARED);
    return `(eq ${first}${this.pick(' ', '\n')}${this.pick(...COMPARED)}${this.pick('', ' ')})`;
  }

  private blockHead(): string {
    return this.pick(
      ...BLOCKS,
      'if (eq templateType "document")',
      `if ${this.comparison()}`,
      `unless ${this.comparison()}`,
      `with ${this.comparison()}`,
    );
  }

  protected text(): string {
    return this.times(3, () => this.pick(this.value(), this.pick(...TEXTS)), this.pick(' ', '', '\n'));
  }

  /** The same, or within a block. */
  protected perhapsInBlock(write: () => string): string {
    if (this.pick(0, 1, 2) > 0) return write();
    const head = this.blockHead();
    const inverse = head.startsWith('^');
    const name = (inverse ? head.slice(1) : head).split(' ')[0];
    const [open, close] = this.pick(['', ''], ['~', ''], ['', '~']);
    const start = inverse ? `{{${open}${head}${close}}}` : `{{${open}#${head}${close}}}`;
    const otherwise = this.pick(true, false) ? `{{else}}${write()}` : '';
    return `${start}${this.pick('', '\n')}${write()}${otherwise}${this.pick('', '\n  ')}{{/${name}}}`;
  }
}

class MjmlWriter extends Writer {
  template(): string {
    const body = this.times(2, () => this.perhapsInBlock(() => this.section()));
    return `<mjml lang="{{language}}">\n<mj-head>${this.head()}</mj-head><mj-body${this.attributes()}>${body}</mj-body></mjml>`;
  }

  private head(): string {
    const parts = [
      '<mj-title>{{a}} {{#if t}}x{{/if}}</mj-title>',
      '<mj-preview>{{b}}</mj-preview>',
      '<mj-style>.q{color:{{colour}};font-family:{{font}};} @media screen { .r { color: red } }</mj-style>',
      '<mj-style inline="inline">.k{color:red} a[title="A"]{color:blue}</mj-style>',
      '<mj-style inline="inline">.k, a{color:red} td > img{margin:0}</mj-style>',
      '<mj-attributes><mj-text color="{{colour}}" /><mj-all font-family="{{font}}" /><mj-class name="m" color="{{colour}}" padding="{{padding}}" /></mj-attributes>',
      '<mj-html-attributes><mj-selector path=".k"><mj-html-attribute name="data-x">{{a}}</mj-html-attribute></mj-selector></mj-html-attributes>',
      '<mj-font name="X" href="{{url}}" />',
      '<mj-breakpoint width="{{size}}" />',
      '<mj-raw><meta name="x" content="{{a}}"></mj-raw>',
      '<!-- {{a}} -->',
    ];
    return parts.filter(() => this.pick(0, 1, 2, 3, 4) === 0).join('\n');
  }

  private attributes(): string {
    return this.pick(
      '',
      '',
      '',
      ' color="{{colour}}"',
      ' background-color="{{colour}}"',
      ' container-background-color="{{colour}}"',
      ' padding="{{padding}}"',
      ' css-class="k {{a}}"',
      ' align="{{align}}"',
      ' font-size="{{size}}"',
      ' mj-class="m"',
      ' {{#if t}}color="red"{{/if}}',
      ' title="{{a}}"',
      ' {{#if t}}css-class="{{b}}"{{else}}color="{{colour}}"{{/if}}',
      ' {{#unless (eq language "sv")}}css-class="{{eq a b}}"{{else}}color="{{colour}}"{{/unless}}',
      " title='{{a}}'",
      ' alt=""',
    );
  }

  private href(): string {
    const use = this.pick(
      '{{url}}',
      '{{nope}}',
      'https://x.example/?q={{a}}&z={{b}}',
      '{{#if f}}{{url}}{{/if}}',
      '{{#if t}}{{url}}{{else}}https://x.example/{{a}}{{/if}}',
      '{{#each objects}}{{url}}{{/each}}',
      '{{{url}}}',
      ' {{url}} ',
    );
    return ` href="${use}"`;
  }

  private section(): string {
    const columns = () => this.times(2, () => this.perhapsInBlock(() => this.column()));
    const section = () => `<mj-section${this.attributes()}${this.background()}>${columns()}</mj-section>`;
    return this.pick(
      section,
      section,
      section,
      () => `<mj-wrapper${this.attributes()}${this.background()}>${this.times(2, section)}</mj-wrapper>`,
      () => `<mj-section><mj-group>${columns()}</mj-group></mj-section>`,
      () =>
        `{{#if t}}<mj-section${this.attributes()}>{{else}}<mj-section full-width="full-width">{{/if}}${columns()}</mj-section>`,
      () =>
        `{{#if (eq templateType "document")}}<mj-section>{{/if}}{{#if (eq templateType "clientPdf")}}<mj-section background-color="{{colour}}">{{/if}}${columns()}</mj-section>`,
      () => `{{#if t}}<mj-wrapper>{{/if}}${section()}{{#if t}}</mj-wrapper>{{/if}}`,
      () =>
        `<mj-hero mode="fixed-height" height="200px" background-url="{{image}}"${this.attributes()}>${this.times(2, () => this.leaf())}</mj-hero>`,
      () => `<mj-raw><div>${this.text()}</div></mj-raw>`,
      () => `<!-- ${this.value()} -->`,
    )();
  }

  private background(): string {
    return this.pick(
      '',
      '',
      '',
      ' background-url="{{image}}"',
      ' full-width="full-width"',
      ' border="1px solid {{colour}}"',
    );
  }

  private column(): string {
    const width = this.pick(
      '',
      '',
      ' width="{{width}}"',
      ' inner-background-color="{{colour}}"',
      ' vertical-align="top"',
    );
    const content = this.times(2, () => this.perhapsInBlock(() => this.leaf()));
    return `<mj-column${width}${this.attributes()}>${content}</mj-column>`;
  }

  private leaf(): string {
    const more = this.attributes();
    return this.pick(
      () => `<mj-text${more}>${this.text()}</mj-text>`,
      () => `<mj-text${more}>${this.perhapsInBlock(() => this.text())}</mj-text>`,
      () => `{{#if t}}<mj-text${more}>{{else}}<mj-text font-size="{{size}}">{{/if}}${this.text()}</mj-text>`,
      () => `<mj-button${this.href()}${more} target="{{a}}" rel="{{b}}">${this.text()}</mj-button>`,
      () =>
        `<mj-image src="{{image}}" alt="{{a}}" title="{{b}}"${this.pick('', ' width="{{width}}"', this.href())}${more} />`,
      () =>
        `<mj-table${more}><tr><td>${this.text()}</td></tr>{{#each objects}}<tr><td>{{n}}</td><td>{{../a}}</td></tr>{{/each}}</mj-table>`,
      () => `<mj-divider border-color="{{colour}}"${more} />`,
      () => `<mj-spacer height="{{size}}" />`,
      () => `<mj-raw>${this.text()}</mj-raw>`,
      () => `<!-- ${this.value()} -->`,
      () =>
        `<mj-social${more}>{{#each objects}}<mj-social-element name="${this.pick('facebook', 'x', '{{n}}')}" href="{{url}}" alt="{{n}}" title="{{n}}"${this.pick('', ' src="{{../image}}"')}>${this.value()}</mj-social-element>{{/each}}</mj-social>`,
      () =>
        `<mj-navbar base-url="{{url}}"${this.pick('', ' hamburger="hamburger"')}>{{#each list}}<mj-navbar-link${this.href()} color="{{../colour}}">{{this}} {{../a}}</mj-navbar-link>{{/each}}</mj-navbar>`,
      () =>
        `<mj-carousel${more}><mj-carousel-image src="{{image}}" alt="{{a}}" title="{{b}}"${this.pick('', this.href())} thumbnails-src="{{image}}" />{{#each objects}}<mj-carousel-image src="{{../image}}" alt="{{n}}"${this.pick('', ' target="{{n}}" rel="{{n}}"')} />{{/each}}</mj-carousel>`,
      () =>
        `<mj-accordion${more}>{{#each objects}}<mj-accordion-element><mj-accordion-title>${this.value()}</mj-accordion-title><mj-accordion-text${this.pick('', ' color="{{../colour}}"')}>${this.text()}</mj-accordion-text></mj-accordion-element>{{/each}}</mj-accordion>`,
    )();
  }
}

class HtmlWriter extends Writer {
  template(): string {
    const style = this.pick(
      '',
      '<style>.k{color:red} p > b {font-weight:{{size}} } @media screen { .k { color: blue } }</style>',
      '<style>a[href]{color:{{colour}} }</style>',
      '<style>.{{a}} b, a{{b}}, {{{a}}}{color:red} p{margin:{{size}} }</style>',
      '<style>a[href]{color:red} a[target="x"]{margin:0} [lang|=sv] p{margin:1px} [dir=ltr]{color:blue}</style>',
      '<style>[title^="x"]{color:red} .k{margin:0}</style><!--[if mso]><style>[width="10"]{margin:0}</style><![endif]-->',
      '<style>p:first-child{margin:0}{{#if t}} .k{color:green}{{/if}}</style>',
      '{{#if t}}<style>p{color:blue}</style>{{/if}}',
    );
    const body = this.times(3, () => this.perhapsInBlock(() => this.element()));
    return this.pick(
      `<!doctype html>\n<html lang="{{language}}"><head><title>{{a}}</title>${style}</head><body>${body}</body></html>`,
      `<html lang="{{language}}" dir="{{b}}"><title>{{#if t}}{{a}} &amp; {{{b}}}{{else}}{{language}}{{/if}}</title>${style}${body}`,
      `<!--[if {{a}}]>${style}{{b}}<![endif]--><!-- {{a}} -->${style}${body}`,
      `${style}${body}`,
    );
  }

  private element(): string {
    return this.pick(
      () => `<p class="k {{a}}">${this.text()}</p>`,
      () => `<p>${this.text()}</p>`,
      () => `<table><tr><td width="{{width}}" bgcolor="{{colour}}">${this.text()}</td></tr></table>`,
      () => `<p title={{a}}>${this.text()}</p>`,
      () => `<p title="{{a}}" dir="{{b}}" lang="{{language}}" align="{{a}}">${this.text()}</p>`,
      () =>
        `<!--[if mso]><v:roundrect href="{{url}}" alt="${this.value()}">${this.text()}</v:roundrect><![endif]--><!--[if !mso]><!--><a href="{{url}}" target="{{a}}">x</a><!--<![endif]-->`,
      () => `<!--[if mso]>{{a}}<![endif]--><!--[if mso]><i><![endif{{b}}]-->`,
      () => `<div {{#if t}}class="k"{{/if}}>${this.text()}</div>`,
      () => this.text(),
    )();
  }
}
