import { catalogue } from '../i18n/words';

/** Verbs on the buttons of quick fixes. */
export const fixTexts = catalogue({
  en: {
    change: (to: string) => `Change to ${to}`,
    insert: (what: string) => `Insert ${what}`,
    remove: (what: string) => `Remove ${what}`,
    addAlt: 'Add an empty alt',
    addUnsubscribe: 'Add a link to unsubscribe',
    addMainLink: 'Add a link to the document',
  },
  sv: {
    change: (to: string) => `Ändra till ${to}`,
    insert: (what: string) => `Infoga ${what}`,
    remove: (what: string) => `Ta bort ${what}`,
    addAlt: 'Lägg till en tom alt',
    addUnsubscribe: 'Lägg till en länk för avregistrering',
    addMainLink: 'Lägg till en länk till dokumentet',
  },
});
