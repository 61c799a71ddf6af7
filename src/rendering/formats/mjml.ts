import type { TemplateType } from './shared/format.js';

/** MJML, compiled after the variables are bound: what MJML lays out depends on what is really there. */
export const mjml: TemplateType = {
  meaning: '`data` is MJML.',

  async load(limits) {
    const { MjmlCompiler } = await import('./mjml/mjml-compiler.js');
    return new MjmlCompiler(limits);
  },
};
