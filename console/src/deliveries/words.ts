import { catalogue } from '../i18n/words';

export const deliveriesTexts = catalogue({
  en: {
    title: 'Deliveries',
  },
  sv: {
    title: 'Leveranser',
  },
});
