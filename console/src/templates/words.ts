import { catalogue } from '../i18n/words';

export const templatesTexts = catalogue({
  en: {
    title: 'Templates',
  },
  sv: {
    title: 'Mallar',
  },
});
