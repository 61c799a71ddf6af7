import Handlebars from 'handlebars';
import mjml2html from 'mjml';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';

/** Lines with a block's tag alone, which stand around MJML's tags in these templates. */
const LOGIC_AROUND_TAGS = /^\s*(\{\{(?:[#/](?:if|unless|each|with)[^}]*|else)\}\})\s*$/gm;

type Variables = Readonly<Record<string, unknown>>;

/** A template of the benchmark, and three ways to render it. */
export class Contest {
  readonly source: TemplateSource;

  private constructor(
    readonly name: string,
    readonly data: string,
    private readonly precompiled: Handlebars.TemplateDelegate,
  ) {
    this.source = new TemplateSource('mjml', 'hbs', data);
  }

  static async of(name: string, data: string): Promise<Contest> {
    // Fast but wrong: column widths are not computed for the data, and block tags survive MJML only in mj-raw.
    const kept = data.replace(LOGIC_AROUND_TAGS, '<mj-raw>$1</mj-raw>');
    const { html } = await mjml2html(kept, { validationLevel: 'skip' });
    return new Contest(name, data, Handlebars.compile(html));
  }

  get hasLogicAroundTags(): boolean {
    return this.data.search(LOGIC_AROUND_TAGS) >= 0;
  }

  staged(renderer: Renderer, variables: Variables): Promise<Uint8Array> {
    return renderer.htmlBytes(this.source, variables);
  }

  handlebarsAlone(variables: Variables): Uint8Array {
    return Buffer.from(this.precompiled(variables));
  }

  async naive(variables: Variables): Promise<Uint8Array> {
    const bound = Handlebars.compile(this.data)(variables);
    const { html } = await mjml2html(bound, { validationLevel: 'skip', ignoreIncludes: true });
    return Buffer.from(html);
  }
}
