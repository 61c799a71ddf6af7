import { swedishFault } from './swedish-fault.js';
import type { NoticeTexts } from './notice-words.js';

/** The texts of notices in Swedish. */
export const swedishNoticeTexts: NoticeTexts = {
  notices: {
    'subscription.failing': {
      label: 'Når inte fram',
      subject: (host) => `Webhooken till ${host} når inte fram`,
      heading: 'Din webhook når inte fram',
      paragraphs: [
        'Din server har inte bekräftat de senaste försöken. Vi fortsätter att försöka, och inget har gått förlorat.',
        'Om inget försök lyckas tas webhooken bort vid den tid som står nedan.',
      ],
      endpointParagraphs: [
        'Din server har inte bekräftat de senaste försöken. Vi fortsätter att försöka, och inget har gått förlorat.',
        'Om den inte bekräftar något före den tid som står nedan tas webhooken bort då.',
      ],
      button: 'Öppna webhooken',
    },
    'subscription.atRisk': {
      label: 'Tas snart bort',
      subject: (host, time) =>
        time === null ? `Webhooken till ${host} tas snart bort` : `Webhooken till ${host} tas bort ${time}`,
      heading: 'Din webhook tas snart bort',
      paragraphs: [
        'Hälften av försöken för en leverans är förbrukade. Om resten också misslyckas tas webhooken bort vid den tid som står nedan, och får sedan inga fler händelser.',
      ],
      endpointParagraphs: [
        'Hälften av försöken för en leverans är förbrukade, och din server har inte bekräftat något sedan det första. Om den inte bekräftar något före den tid som står nedan tas webhooken bort då, och får sedan inga fler händelser.',
      ],
      button: 'Öppna webhooken',
    },
    'subscription.deleted': {
      label: 'Borttagen',
      subject: (host) => `Webhooken till ${host} är borttagen`,
      heading: 'Din webhook är borttagen',
      paragraphs: [
        'Den får inga fler händelser. Åtgärda felet på din server och ångra sedan borttagningen med knappen nedan; du behöver logga in.',
        'Det som missades skickas inte av sig självt. Hämta det i efterhand i konsolen när webhooken är tillbaka.',
      ],
      button: 'Ångra borttagningen',
    },
    'emailTemplate.fallback': {
      label: 'Mallfel',
      subject: (template) => `Mallen ”${template}” gick inte att använda`,
      heading: 'En mall gick inte att använda',
      paragraphs: [
        'Mejlet skickades i stället med standardmallen eller dess text. Så blir det tills felet är åtgärdat; vi påminner högst en gång om dagen.',
      ],
      button: 'Öppna mallen',
    },
    'email.bounced': {
      label: 'Studsade',
      subject: (recipient) => `Mejlet till ${recipient} kom inte fram`,
      heading: 'Ett mejl kom inte fram',
      paragraphs: [
        'Mottagarens server avvisade det för gott. Adressen får inga fler mejl från företaget. Kontrollera den med mottagaren.',
      ],
      button: 'Öppna mejlet',
    },
  },
  facts: {
    why: 'Varför',
    willBeDeleted: 'Tas bort',
    deletedAt: 'Borttagen',
    address: 'Adress',
    event: 'Händelse',
    lastAnswer: 'Senaste svar',
    template: 'Mall',
    part: 'Del',
    fault: 'Fel',
    recipient: 'Mottagare',
    code: 'Felkod',
    company: 'Företag',
    time: 'Tid',
  },
  exhausted: 'Alla försök för en leverans är förbrukade utan ett giltigt svar.',
  parts: { template: 'Innehåll', subject: 'Ämne', fromName: 'Avsändarnamn' },
  errors: {
    dns: 'Inget svar: värdnamnet kunde inte slås upp',
    connect: 'Inget svar: ingen anslutning',
    tls: 'Inget svar: certifikatet eller den säkra anslutningen godtogs inte',
    timeout: 'Inget svar i tid',
    protocol: 'Svaret var inte giltig HTTP',
    blocked: 'Inget svar: adressen är inte tillåten',
    auth: 'Inget svar: inloggningsuppgifterna kunde inte hämtas',
  },
  otherError: 'Inget svar',
  fault: swedishFault,
  reason: (partner) =>
    `Du får det här mejlet för att du är kontakt för ${partner} i Livery. Ändra dina aviseringar i konsolen.`,
  operatorReason: 'Du får det här mejlet för att du driver Livery (OPERATOR_CONTACTS).',
  template: (id) => `mall ${id}`,
  assignmentButton: 'Öppna tilldelningarna',
  digest: {
    subject: (count, partner) => `${count} aviseringar för ${partner}`,
    heading: (count) => `${count} saker att titta på`,
    paragraph: 'Det här har hänt den senaste tiden:',
    rest: (count) => `Och ${count} till. Du hittar dem i konsolen.`,
    button: 'Öppna konsolen',
  },
};
