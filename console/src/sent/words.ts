import { catalogue } from '../i18n/words';

export const sentTexts = catalogue({
  en: {
    title: 'Sent',
  },
  sv: {
    title: 'Skickat',
  },
});
