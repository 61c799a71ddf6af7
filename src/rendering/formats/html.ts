import type { TemplateType } from './format.js';

/**
 * HTML is sent as it is. Nothing is refused: browsers and mail clients read any text as HTML, and what is wrong in
 * strict HTML is often there on purpose in an email.
 */
export const html: TemplateType = {
  meaning: '`data` is HTML.',

  load: async () => ({
    check: async () => [],
    warnings: async () => [],
    compile: async (markup) => markup,
  }),
};
