import { catalogue } from '../i18n/words';

/** The texts for states of deliveries and failures of attempts. */
export const deliveryOutcomes = catalogue({
  en: {
    pending: 'Pending',
    retrying: 'Retrying',
    succeeded: 'Succeeded',
    failed: 'Failed',
    cancelled: 'Cancelled',
    valid: '',
    unanswered: 'no answer yet',
    dns: 'the name could not be resolved',
    connect: 'no connection',
    tls: 'no secure connection: certificate or TLS refused',
    timeout: 'no answer in time',
    protocol: 'the answer was not HTTP',
    status: 'not a valid status',
    blocked: 'the address is not allowed',
    auth: 'the credentials could not be obtained',
  },
  sv: {
    pending: 'Väntar',
    retrying: 'Försöker igen',
    succeeded: 'Lyckades',
    failed: 'Misslyckades',
    cancelled: 'Avbruten',
    valid: '',
    unanswered: 'inget svar än',
    dns: 'namnet kunde inte slås upp',
    connect: 'ingen anslutning',
    tls: 'ingen säker anslutning: certifikat eller TLS nekades',
    timeout: 'inget svar i tid',
    protocol: 'svaret var inte HTTP',
    status: 'ingen giltig status',
    blocked: 'adressen är inte tillåten',
    auth: 'inloggningsuppgifterna kunde inte hämtas',
  },
});

/** The texts for states of emails and failures of attempts. */
export const emailOutcomes = catalogue({
  en: {
    pending: 'Pending',
    retrying: 'Retrying',
    succeeded: 'Sent',
    failed: 'Failed',
    suppressed: 'Suppressed',
    bounced: 'Bounced',
    valid: 'handed over to the mail server',
    unanswered: 'kept in the mailbox of this machine',
    dns: 'the name of the mail server could not be resolved',
    connect: 'no connection to the mail server, or it broke off',
    tls: 'no secure connection to the mail server',
    timeout: 'the mail server did not answer in time',
    protocol: 'the answer of the mail server could not be understood',
    status: 'refused by the mail server',
  },
  sv: {
    pending: 'Väntar',
    retrying: 'Försöker igen',
    succeeded: 'Skickat',
    failed: 'Misslyckat',
    suppressed: 'Spärrat',
    bounced: 'Studsat',
    valid: 'överlämnat till mejlservern',
    unanswered: 'sparat i den här datorns brevlåda',
    dns: 'mejlserverns namn kunde inte slås upp',
    connect: 'ingen förbindelse med mejlservern, eller så bröts den',
    tls: 'ingen säker förbindelse med mejlservern',
    timeout: 'mejlservern svarade inte i tid',
    protocol: 'mejlserverns svar gick inte att förstå',
    status: 'avvisat av mejlservern',
  },
});

/** The texts of lists of attempts. */
export const attemptTexts = catalogue({
  en: {
    attempts: 'Attempts',
    attempt: (number: number) => `Attempt ${number}`,
    noAttempt: 'No attempt has ended yet.',
    after: (text: string) => `${text} later`,
  },
  sv: {
    attempts: 'Försök',
    attempt: (number: number) => `Försök ${number}`,
    noAttempt: 'Inget försök har avslutats än.',
    after: (text: string) => `${text} senare`,
  },
});
