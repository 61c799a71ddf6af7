import { catalogue } from '../i18n/words';

export const texts = catalogue({
  en: {
    away: 'The service cannot be reached.',
    offline: 'You are offline.',
    unavailable: 'The service is not available right now.',
    busy: 'Too many requests in a short time.',
    tryAgainIn: (time: string) => `Try again in ${time}.`,
    tryAgainSoon: 'Try again in a moment.',
    tryAgainOnline: 'Try again when you are back online.',
    fault: (requestId: string) =>
      `Something went wrong in the service. Give this number to support: ${requestId}.`,
    answered: (status: number) => `The service answered ${status}.`,
    unexpected: 'Something went wrong in this page.',
    someFailed: (count: string, reason: string) => `${count} could not be done. ${reason}`,
    item: (number: number) => `No. ${number}`,
  },
  sv: {
    away: 'Tjänsten kan inte nås.',
    offline: 'Du är offline.',
    unavailable: 'Tjänsten är inte tillgänglig just nu.',
    busy: 'För många anrop på kort tid.',
    tryAgainIn: (time: string) => `Försök igen om ${time}.`,
    tryAgainSoon: 'Försök igen om en stund.',
    tryAgainOnline: 'Försök igen när du är online.',
    fault: (requestId: string) =>
      `Något gick fel i tjänsten. Uppge det här numret för supporten: ${requestId}.`,
    answered: (status: number) => `Tjänsten svarade ${status}.`,
    unexpected: 'Något gick fel på den här sidan.',
    someFailed: (count: string, reason: string) => `${count} gick inte att göra. ${reason}`,
    item: (number: number) => `Nr ${number}`,
  },
});
