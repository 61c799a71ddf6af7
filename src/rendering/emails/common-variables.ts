import type { EmailVariable } from '../domain/email-kind.js';

/** What every kind of email has. */
export const subject = text('subject', 'Email subject.');
export const email = text('email', 'The recipient email address.');
export const brand = optional(text('brand', 'The brand identifier used in the template.'));
export const language = text('language', 'Template language, ISO 639: `sv` or `en`.');
export const year: EmailVariable = {
  name: 'year',
  type: 'number',
  meaning: 'The current year (four digits).',
  required: true,
};

/** The complete document; what is in it is for the document service to say. */
export const document: EmailVariable = {
  name: 'document',
  type: 'object',
  meaning: 'The complete JSON object of the document.',
  required: true,
  mayHaveMore: true,
  members: [
    {
      name: 'data',
      type: 'object',
      meaning: 'What the document is about.',
      required: false,
      mayHaveMore: true,
      members: [optional(text('name', 'The document name, if specified.'))],
    },
  ],
};

export const client: EmailVariable = {
  name: 'client',
  type: 'object',
  meaning: 'The client object.',
  required: false,
  mayHaveMore: true,
  members: [
    optional(text('name', 'Name of the client.')),
    optional(text('email', 'Email address of the client.')),
  ],
};

export const company: EmailVariable = {
  name: 'company',
  type: 'object',
  meaning: 'The sender company object.',
  required: true,
  mayHaveMore: true,
  members: [optional(text('name', 'Name of the sender company, if specified.'))],
};

/** What tells the kinds apart in a template that serves several. */
export function templateType(kind: string): EmailVariable {
  return text('templateType', `The kind of template used: \`${kind}\`.`);
}

/** A link: an object with an address and the words to show for it, and others if there are any. */
export function link(name: string, meaning: string, ...others: readonly EmailVariable[]): EmailVariable {
  const members = [text('href', 'Address of the link, a valid URL.'), ...others, text('text', 'Link text.')];
  return { name, type: 'object', meaning, required: true, members };
}

/** A string that every email of the kind has. */
export function text(name: string, meaning: string): EmailVariable {
  return { name, type: 'string', meaning, required: true };
}

/** The same variable for a kind whose emails do not all have it. */
export function optional(variable: EmailVariable): EmailVariable {
  return { ...variable, required: false };
}
