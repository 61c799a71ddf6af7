import { catalogue } from '../i18n/words';

export const eventsTexts = catalogue({
  en: {
    title: 'Events',
  },
  sv: {
    title: 'Händelser',
  },
});
