import { TemplateWriter } from './template-writer.js';

/** Writes MJML with expressions wherever one is allowed. */
export class MjmlTemplateWriter extends TemplateWriter {
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
