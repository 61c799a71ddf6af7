import { catalogue } from '../i18n/words';

export const overviewTexts = catalogue({
  en: {
    title: 'Overview',
  },
  sv: {
    title: 'Översikt',
  },
});
