import type { NoticeTexts } from './notice-words.js';

/** The texts of notices in English. */
export const englishNoticeTexts: NoticeTexts = {
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
        'If it confirms nothing by the time below, the webhook is deleted.',
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
        'Half of the retries of a delivery are used up, and your server has confirmed nothing since its first attempt. If it confirms nothing by the time below, the webhook is deleted, and receives no more events.',
      ],
      button: 'Open the webhook',
    },
    'subscription.deleted': {
      label: 'Deleted',
      subject: (host) => `Your webhook to ${host} has been deleted`,
      heading: 'Your webhook has been deleted',
      paragraphs: [
        'It receives no more events. Fix your server, then undo the deletion with the button below; you need to sign in.',
        'Missed events are not sent automatically. Recover them in the console once the webhook is back.',
      ],
      button: 'Undo the deletion',
    },
    'emailTemplate.fallback': {
      label: 'Template fault',
      subject: (template) => `The template “${template}” could not be used`,
      heading: 'A template could not be used',
      paragraphs: [
        'The email was sent with the default template, or its text, instead. So are others until the fault is fixed; we remind you at most once a day.',
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
  fault: ({ message }) => message,
  reason: (partner) =>
    `You get this email because you are a contact of ${partner} in Livery. Change your notices in the console.`,
  operatorReason: 'You get this email because you operate Livery (OPERATOR_CONTACTS).',
  template: (id) => `template ${id}`,
  assignmentButton: 'Open the assignments',
  digest: {
    subject: (count, partner) => `${count} notices for ${partner}`,
    heading: (count) => `${count} things to look at`,
    paragraph: 'This has happened recently:',
    rest: (count) => `And ${count} more. See them in the console.`,
    button: 'Open the console',
  },
};
