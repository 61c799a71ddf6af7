import type { Language } from '../domain/email-request.js';

const NAMES = {
  sv: { document: 'Offert 1042: köksrenovering', client: 'Åsa Lindgren', company: 'Köksbygget AB' },
  en: { document: 'Offer 1042: kitchen renovation', client: 'Ada Lovell', company: 'Kitchen Works Ltd' },
} as const;

/** Invented senders, recipients and documents for the samples. */
export function samplePeople(language: Language) {
  const { document, client, company } = NAMES[language];
  const [firstName] = client.split(' ', 1);
  return {
    document: {
      id: '5f3a1c9e7b2d4c0012ab34cd',
      status: 'sent',
      companyId: 1,
      data: {
        name: document,
        language,
        amount: 125_000,
        externalReferences: [{ service: 'crm', id: 'deal-1042' }],
      },
    },
    client: { firstName, name: client, email: 'recipient@client.example' },
    company: { id: 1, name: company },
  };
}
