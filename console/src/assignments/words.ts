import { catalogue } from '../i18n/words';

export const assignmentsTexts = catalogue({
  en: {
    title: 'Assignments',
  },
  sv: {
    title: 'Tilldelningar',
  },
});
