import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';
import { Allow, IsIn } from 'class-validator';
import { emailAddressProblems } from '../rendering/domain/email-address.js';
import { type Language, languages } from '../rendering/domain/email-request.js';
import type { Problem } from '../shared/domain/errors.js';
import { OptionalNotNull, Satisfies } from '../shared/http/satisfies.js';
import type { Contact, ContactFields, NoticeName } from './domain/contact.js';
import { noticeNames } from './domain/contact.js';

const memberDocs = {
  email: {
    description: 'The address, which its owner must confirm.',
    type: 'string',
    minLength: 1,
    maxLength: 254,
    example: 'ops@acme.example',
  },
  language: { description: 'Language of the notices.', type: 'string', enum: [...languages], example: 'en' },
  notices: {
    description: 'The notices that the contact receives once its address is confirmed.',
    type: 'array',
    items: { type: 'string', enum: [...noticeNames] },
    uniqueItems: true,
    example: ['subscription.atRisk', 'subscription.deleted'],
  },
} as const satisfies Readonly<Record<string, ApiPropertyOptions>>;

const timestamp = { type: 'string', format: 'date-time', example: '2026-02-03T04:05:06.789Z' } as const;
const confirmedAtDocs = {
  ...timestamp,
  description: 'When the owner confirmed the address; null before. Read-only.',
  nullable: true,
} as const;

/** A contact in the API. */
@ApiSchema({ name: 'Contact' })
export class ContactView {
  @ApiProperty({ description: 'Assigned by the service.', type: 'integer', readOnly: true, example: 1 })
  id: number;

  @ApiProperty(memberDocs.email)
  email: string;

  @ApiProperty(memberDocs.language)
  language: string;

  @ApiProperty(memberDocs.notices)
  notices: readonly string[];

  @ApiProperty(confirmedAtDocs)
  confirmedAt: string | null;

  @ApiProperty({ description: 'When it was created.', readOnly: true, ...timestamp })
  createdAt: string;

  @ApiProperty({ description: 'When it was last changed.', readOnly: true, ...timestamp })
  updatedAt: string;

  static of({ id, email, language, notices, confirmedAt, createdAt, updatedAt }: Contact): ContactView {
    const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return { id, email, language, notices, confirmedAt: confirmedAt?.toISOString() ?? null, ...dates };
  }
}

/** A new contact. */
@ApiSchema({ name: 'NewContact' })
export class NewContactBody {
  @ApiProperty({ ...memberDocs.email, format: 'email' })
  @Satisfies(emailAddressProblems)
  email: string;

  @ApiProperty(memberDocs.language)
  @IsIn(languages)
  language: Language;

  @ApiPropertyOptional({ ...memberDocs.notices, default: [] })
  @OptionalNotNull()
  @Satisfies(noticesProblems)
  notices?: NoticeName[];

  @ApiPropertyOptional({ ...confirmedAtDocs, description: 'Ignored.' })
  @Allow()
  confirmedAt?: unknown;

  get fields(): ContactFields {
    const { email, language, notices = [] } = this;
    return { email, language, notices };
  }
}

/** A change of a contact. Absent members do not change. */
@ApiSchema({ name: 'ContactChange' })
export class ContactChangeBody {
  @ApiPropertyOptional(memberDocs.email)
  @OptionalNotNull()
  @Satisfies(emailAddressProblems)
  email?: string;

  @ApiPropertyOptional(memberDocs.language)
  @OptionalNotNull()
  @IsIn(languages)
  language?: Language;

  @ApiPropertyOptional(memberDocs.notices)
  @OptionalNotNull()
  @Satisfies(noticesProblems)
  notices?: NoticeName[];

  @ApiPropertyOptional({ ...confirmedAtDocs, description: 'Ignored.' })
  @Allow()
  confirmedAt?: unknown;

  get changes(): Partial<ContactFields> {
    const { email, language, notices } = this;
    return { email, language, notices };
  }
}

/** The problems of a list of notice names, which must be distinct. */
function noticesProblems(value: unknown): readonly Problem[] {
  if (!Array.isArray(value)) {
    return [{ pointer: '', code: 'wrong_type', message: 'Must be an array of strings.' }];
  }
  if (value.length > noticeNames.length) {
    return [{ pointer: '', code: 'too_long', message: `Must have at most ${noticeNames.length} entries.` }];
  }
  return value.flatMap((notice: unknown, index) => {
    const pointer = `/${index}`;
    if (!noticeNames.some((name) => name === notice)) {
      return [{ pointer, code: 'not_allowed', message: `Must be one of: ${noticeNames.join(', ')}.` }];
    }
    return value.indexOf(notice) === index
      ? []
      : [{ pointer, code: 'duplicate', message: 'Is listed already.' }];
  });
}
