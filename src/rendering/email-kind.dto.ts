import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { EmailKind, EmailVariable } from './domain/email-kind.js';
import { emailKindNames, sampleVariables } from './emails/email-kinds.js';
import { helpers } from './formats/handlebars/helpers.js';

/** A variable of an email kind, or a member of one. */
@ApiSchema({ name: 'EmailVariable' })
export class EmailVariableView {
  @ApiProperty({ description: 'As written in a template.', type: 'string', example: 'link' })
  name: string;

  @ApiProperty({
    description: 'The type of its value.',
    type: 'string',
    enum: ['string', 'number', 'object'],
    example: 'object',
  })
  type: string;

  @ApiProperty({
    description: 'The meaning of the variable.',
    type: 'string',
    example: 'Main link to view the document.',
  })
  meaning: string;

  @ApiProperty({
    description: 'Whether every email of the kind has it. Templates must work without the others.',
    type: 'boolean',
    example: true,
  })
  required: boolean;

  @ApiProperty({
    description: 'The known members of an object; empty for anything else.',
    type: () => [EmailVariableView],
    example: [
      {
        name: 'href',
        type: 'string',
        meaning: 'Address of the link, a valid URL.',
        required: true,
        members: [],
        mayHaveMore: false,
      },
    ],
  })
  members: EmailVariableView[];

  @ApiProperty({
    description: 'Whether the object may have members that are not listed, such as the document.',
    type: 'boolean',
    example: false,
  })
  mayHaveMore: boolean;

  static of(variable: EmailVariable): EmailVariableView {
    const { name, type, meaning, required, members = [], mayHaveMore = false } = variable;
    const views = members.map((member) => EmailVariableView.of(member));
    return { name, type, meaning, required, members: views, mayHaveMore };
  }
}

/** A helper that templates with the parser hbs can call. */
@ApiSchema({ name: 'TemplateHelper' })
export class TemplateHelperView {
  @ApiProperty({ description: 'As written in a template.', type: 'string', example: 'formatCurrency' })
  name: string;

  @ApiProperty({
    description:
      'Whether it opens a block, `{{#…}}…{{/…}}`. Other helpers return a value, alone or in parentheses.',
    type: 'boolean',
    example: false,
  })
  isBlock: boolean;

  @ApiProperty({
    description: 'How it is written; `?` marks optional parameters.',
    type: 'string',
    example: '{{formatCurrency amount "SEK" decimals=0?}}',
  })
  signature: string;

  @ApiProperty({
    description: 'Description of the helper.',
    type: 'string',
    example: 'An amount of money in the language of the email.',
  })
  meaning: string;

  @ApiProperty({
    description: 'Its use in a template.',
    type: 'string',
    example: '{{formatCurrency document.total "SEK"}}',
  })
  example: string;

  static all(): TemplateHelperView[] {
    return [...helpers].map(([name, { isBlock, signature, meaning, example }]) => {
      const view: TemplateHelperView = { name, isBlock, signature, meaning, example };
      return view;
    });
  }
}

const sampleDocs = { type: 'object', additionalProperties: true } as const;

/** Sample variables in each language. */
@ApiSchema({ name: 'EmailKindSample' })
export class EmailKindSampleView {
  @ApiProperty({
    description: 'In Swedish.',
    ...sampleDocs,
    example: {
      subject: 'Köksbygget AB har skickat dig ett dokument: Offert 1042',
      language: 'sv',
      templateType: 'document',
    },
  })
  sv: Readonly<Record<string, unknown>>;

  @ApiProperty({
    description: 'In English.',
    ...sampleDocs,
    example: {
      subject: 'Kitchen Works Ltd has sent you a document: Offer 1042',
      language: 'en',
      templateType: 'document',
    },
  })
  en: Readonly<Record<string, unknown>>;
}

/** A kind of email that a template can be written for. */
@ApiSchema({ name: 'EmailKind' })
export class EmailKindView {
  @ApiProperty({
    description: 'The name of the kind: the value of the variable `templateType`.',
    type: 'string',
    enum: [...emailKindNames],
    example: 'document',
  })
  kind: string;

  @ApiProperty({
    description: 'When it is sent.',
    type: 'string',
    example: 'Tells a recipient that a document was sent to them, with a link to it.',
  })
  meaning: string;

  @ApiProperty({
    description: 'The variables that a template can use.',
    type: () => [EmailVariableView],
  })
  variables: EmailVariableView[];

  @ApiProperty({
    description: 'The helpers that a template can use, the same for every kind.',
    type: () => [TemplateHelperView],
  })
  helpers: TemplateHelperView[];

  @ApiProperty({
    description:
      'Paths of variables. A template must show at least one of them, so that recipients can continue.',
    type: [String],
    example: ['link.href'],
  })
  mainLinks: string[];

  @ApiProperty({
    description: 'Whether a template should offer `unsubscribeUrl`.',
    type: 'boolean',
    example: true,
  })
  canUnsubscribe: boolean;

  @ApiProperty({
    description: 'Sample values of every variable, used by test renders of this kind and language.',
    type: () => EmailKindSampleView,
  })
  sampleData: EmailKindSampleView;

  static of(kind: string, { meaning, variables, mainLinks, canUnsubscribe }: EmailKind, year: number) {
    const sampleIn = (language: 'sv' | 'en') => sampleVariables(kind, language, year) ?? {};
    const view: EmailKindView = {
      kind,
      meaning,
      variables: variables.map((variable) => EmailVariableView.of(variable)),
      helpers: TemplateHelperView.all(),
      mainLinks: [...mainLinks],
      canUnsubscribe,
      sampleData: { sv: sampleIn('sv'), en: sampleIn('en') },
    };
    return view;
  }
}
