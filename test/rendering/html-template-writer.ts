import { TemplateWriter } from './template-writer.js';

/** Writes HTML, with styles or without. */
export class HtmlTemplateWriter extends TemplateWriter {
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
