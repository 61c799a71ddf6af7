import type { TemplateType } from './format.js';

/** HTML, whose styles are put into its elements when it is rendered; nothing in it is refused. */
export const html: TemplateType = {
  meaning: '`data` is HTML.',

  load: async () => (await import('./html/html-compiler.js')).htmlCompiler,
};
