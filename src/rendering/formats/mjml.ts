import type { TemplateType } from './shared/format.js';

/** MJML, compiled after the variables are bound, because its layout depends on the actual content. */
export const mjml: TemplateType = {
  meaning: '`data` is MJML.',

  async load(limits) {
    const { MjmlCompiler } = await import('./mjml/mjml-compiler.js');
    return new MjmlCompiler(limits);
  },
};
