import { catalogue } from '../i18n/words';

export const snippetsTexts = catalogue({
  en: {
    title: 'Snippets',
  },
  sv: {
    title: 'Textblock',
  },
});
