import { catalogue } from '../i18n/words';

export const texts = catalogue({
  en: {
    away: 'The service cannot be reached. Try again in a moment.',
    fault: (requestId: string) =>
      `Something went wrong in the service. Give this number to support: ${requestId}.`,
    answered: (status: number) => `The service answered ${status}.`,
    unexpected: 'Something went wrong in this page.',
    someFailed: (count: string, reason: string) => `${count} could not be done. ${reason}`,
    item: (number: number) => `No. ${number}`,
  },
  sv: {
    away: 'Tjänsten kan inte nås. Försök igen om en stund.',
    fault: (requestId: string) =>
      `Något gick fel i tjänsten. Uppge det här numret för supporten: ${requestId}.`,
    answered: (status: number) => `Tjänsten svarade ${status}.`,
    unexpected: 'Något gick fel på den här sidan.',
    someFailed: (count: string, reason: string) => `${count} gick inte att göra. ${reason}`,
    item: (number: number) => `Nr ${number}`,
  },
});
