import { isObject } from '../../shared/domain/is-object.js';
import type { EmailVariable } from '../domain/email-kind.js';
import type { EmailFacts, EmailOutline } from '../domain/email-request.js';
import {
  lineProblems,
  objectProblems,
  ownOf,
  textProblems,
  webAddressProblems,
} from '../domain/given-values.js';
import { nameInSubject, type SubjectNames } from './email-texts.js';

/** Produces the text of an email whose request gives none. */
type DefaultText = (request: EmailOutline) => string;

export const email: EmailVariable = {
  ...known('email', 'The recipient email address.'),
  otherwise: ({ to }) => to,
};
export const brand: EmailVariable = {
  ...known('brand', 'The brand identifier used in the template.'),
  otherwise: (_request, facts) => facts.brand ?? 'default',
};
export const language: EmailVariable = {
  ...known('language', 'Template language, ISO 639: `sv` or `en`.'),
  otherwise: (request) => request.language,
};
export const year: EmailVariable = {
  ...known('year', 'The current year (four digits).'),
  type: 'number',
  otherwise: (_request, { now }) => now.getUTCFullYear(),
};

/** The complete document. Its members are up to the document service. */
export const document: EmailVariable = {
  ...known('document', 'The complete JSON object of the document.'),
  type: 'object',
  mayHaveMore: true,
  members: [
    {
      ...known('data', 'What the document is about.'),
      type: 'object',
      required: false,
      mayHaveMore: true,
      members: [optional(known('name', 'The document name, if specified.'))],
    },
  ],
  otherwise: (_request, facts) => facts.document,
};

const clientMembers: readonly EmailVariable[] = [
  optional({ ...known('name', 'Name of the client.'), given: textProblems }),
  {
    ...known('email', 'Email address of the client: that of the recipient, unless another one was given.'),
    given: textProblems,
    otherwise: ({ to }) => to,
  },
];

export const client: EmailVariable = {
  ...known('client', 'The client object.'),
  type: 'object',
  mayHaveMore: true,
  members: clientMembers,
  given: (value) => objectProblems(value, clientMembers, true),
  otherwise: () => ({}),
};

export const company: EmailVariable = {
  ...known('company', 'The sender company object.'),
  type: 'object',
  mayHaveMore: true,
  members: [optional(known('name', 'Name of the sender company, if specified.'))],
  otherwise: (_request, { company, companyId }) => company ?? { id: companyId },
};

/** The kind of the email, for templates that serve several kinds. */
export const templateType: EmailVariable = {
  ...known(
    'templateType',
    'The kind of template used. A template for several kinds asks for it with `{{#if (eq templateType "document")}}`.',
  ),
  otherwise: ({ kind }) => kind,
};

/** @param words produces the subject of an email whose request gives none, from the names of sender and document */
export function subject(words: (request: EmailOutline, names: SubjectNames) => string): EmailVariable {
  return {
    ...known('subject', 'Email subject.'),
    given: lineProblems,
    otherwise: (request, { company, document }) =>
      words(request, {
        sender: nameInSubject(ownOf(company ?? {}, 'name')),
        document: nameInSubject(nameOfDocument(document)),
      }),
  };
}

function nameOfDocument(document: EmailFacts['document']): unknown {
  const data = ownOf(document, 'data');
  return isObject(data) ? ownOf(data, 'name') : null;
}

/** A variable whose text may be given. */
export function text(name: string, meaning: string, defaultText: DefaultText): EmailVariable {
  return { ...known(name, meaning), given: textProblems, otherwise: defaultText };
}

/** A variable for a web address that may be given. */
export function webAddress(name: string, meaning: string): EmailVariable {
  return optional({ ...known(name, meaning), given: webAddressProblems });
}

/** A variable for a link: an object with an address, the text to show, and possibly other texts. */
export function link(
  name: string,
  meaning: string,
  defaultText: DefaultText,
  ...others: readonly EmailVariable[]
): EmailVariable {
  const href = { ...known('href', 'Address of the link, a valid URL.'), given: webAddressProblems };
  const members = [href, ...others, text('text', 'Link text.', defaultText)];
  return {
    ...known(name, meaning),
    type: 'object',
    members,
    given: (value) => objectProblems(value, members, false),
  };
}

/** A variable whose string every email of the kind has. */
export function known(name: string, meaning: string): EmailVariable {
  return { name, type: 'string', meaning, required: true };
}

/** The same variable for kinds in which some emails do not have it. */
export function optional(variable: EmailVariable): EmailVariable {
  return { ...variable, required: false };
}
