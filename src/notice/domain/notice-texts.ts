import type { NoticeName } from '../../contact/domain/contact.js';
import type { Language } from '../../rendering/domain/email-request.js';
import type { FallbackFacts } from './notice.js';

/** The texts of one notice. `object` is a host, the name of a template or a masked address. */
interface NoticeWords {
  readonly label: string;
  readonly subject: (object: string, time: string | null) => string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Of a subscription that is deleted only when its endpoint answers nothing validly; `paragraphs` if absent. */
  readonly endpointParagraphs?: readonly string[];
  readonly button: string;
}

interface NoticeTexts {
  readonly notices: Readonly<Record<NoticeName, NoticeWords>>;
  readonly facts: Readonly<
    Record<
      | 'why'
      | 'willBeDeleted'
      | 'deletedAt'
      | 'address'
      | 'event'
      | 'lastAnswer'
      | 'template'
      | 'part'
      | 'fault'
      | 'recipient'
      | 'code'
      | 'company'
      | 'time',
      string
    >
  >;
  readonly exhausted: string;
  readonly parts: Readonly<Record<NonNullable<FallbackFacts['part']>, string>>;
  /** Descriptions of attempts without an answer, by the class of the error. */
  readonly errors: Readonly<Record<string, string>>;
  readonly otherError: string;
  readonly reason: (partner: string) => string;
  readonly operatorReason: string;
  readonly template: (id: string) => string;
  /** The button to the assignment whose subject or sender name failed. */
  readonly assignmentButton: string;
  readonly digest: {
    readonly subject: (count: number, partner: string) => string;
    readonly heading: (count: number) => string;
    readonly paragraph: string;
    readonly rest: (count: number) => string;
    readonly button: string;
  };
}

/** The texts of notices in every language. */
export const noticeTexts: Readonly<Record<Language, NoticeTexts>> = {
  sv: {
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
  },
  en: {
    notices: {
      'subscription.failing': {
        label: 'Failing',
        subject: (host) => `Your webhook to ${host} is failing`,
        heading: 'Your webhook is failing',
        paragraphs: [
          'Your server has not confirmed the last attempts. We keep trying, and nothing has been lost.',
          'If no attempt succeeds, the webhook is deleted at the time below.',
        ],
        endpointParagraphs: [
          'Your server has not confirmed the last attempts. We keep trying, and nothing has been lost.',
          'If it confirms nothing until the time below, the webhook is deleted then.',
        ],
        button: 'Open the webhook',
      },
      'subscription.atRisk': {
        label: 'At risk',
        subject: (host, time) =>
          time === null
            ? `Your webhook to ${host} will be deleted soon`
            : `Your webhook to ${host} will be deleted on ${time}`,
        heading: 'Your webhook will be deleted soon',
        paragraphs: [
          'Half of the retries of a delivery are used up. If the others fail too, the webhook is deleted at the time below, and receives no more events.',
        ],
        endpointParagraphs: [
          'Half of the retries of a delivery are used up, and your server has confirmed nothing since its first attempt. If it confirms nothing until the time below, the webhook is deleted then, and receives no more events.',
        ],
        button: 'Open the webhook',
      },
      'subscription.deleted': {
        label: 'Deleted',
        subject: (host) => `Your webhook to ${host} has been deleted`,
        heading: 'Your webhook has been deleted',
        paragraphs: [
          'It receives no more events. Repair your server, then undo the deletion with the button below; you need to sign in.',
          'What was missed is not sent by itself. Recover it in the console once the webhook is back.',
        ],
        button: 'Undo the deletion',
      },
      'emailTemplate.fallback': {
        label: 'Template fault',
        subject: (template) => `The template “${template}” could not be used`,
        heading: 'A template could not be used',
        paragraphs: [
          'The email was sent with the default template, or its text, instead. So are others until the fault is repaired; we remind you once a day at most.',
        ],
        button: 'Open the template',
      },
      'email.bounced': {
        label: 'Bounced',
        subject: (recipient) => `The email to ${recipient} was not delivered`,
        heading: 'An email was not delivered',
        paragraphs: [
          'The recipient’s server has refused it for good. The address gets no more emails of the company. Check it with the recipient.',
        ],
        button: 'Open the email',
      },
    },
    facts: {
      why: 'Why',
      willBeDeleted: 'Will be deleted',
      deletedAt: 'Deleted',
      address: 'Address',
      event: 'Event',
      lastAnswer: 'Last answer',
      template: 'Template',
      part: 'Part',
      fault: 'Fault',
      recipient: 'Recipient',
      code: 'Status code',
      company: 'Company',
      time: 'Time',
    },
    exhausted: 'A delivery used up all its retries without a valid answer.',
    parts: { template: 'Content', subject: 'Subject', fromName: 'Name of the sender' },
    errors: {
      dns: 'No answer: the host name could not be resolved',
      connect: 'No answer: no connection',
      tls: 'No answer: the certificate or the secure connection was not accepted',
      timeout: 'No answer in time',
      protocol: 'The answer was not valid HTTP',
      blocked: 'No answer: the address is not allowed',
      auth: 'No answer: the credentials could not be obtained',
    },
    otherError: 'No answer',
    reason: (partner) =>
      `You get this email because you are a contact of ${partner} in Livery. Change your notices in the console.`,
    operatorReason: 'You get this email because you operate Livery (OPERATOR_CONTACTS).',
    template: (id) => `template ${id}`,
    assignmentButton: 'Open the assignments',
    digest: {
      subject: (count, partner) => `${count} notices for ${partner}`,
      heading: (count) => `${count} things to look at`,
      paragraph: 'This has happened lately:',
      rest: (count) => `And ${count} more. You find them in the console.`,
      button: 'Open the console',
    },
  },
};
