import { catalogue } from '../i18n/words';

export const settingsTexts = catalogue({
  en: {
    title: 'Settings',
  },
  sv: {
    title: 'Inställningar',
  },
});
