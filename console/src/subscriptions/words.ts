import { catalogue } from '../i18n/words';

export const subscriptionsTexts = catalogue({
  en: {
    title: 'Subscriptions',
  },
  sv: {
    title: 'Prenumerationer',
  },
});
