import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { EmailTemplateVersion } from './domain/email-template-version.js';
import { memberDocs } from './email-template.dto.js';

/** What an email template was at one time. */
@ApiSchema({ name: 'EmailTemplateVersion' })
export class EmailTemplateVersionView {
  @ApiProperty({
    description: 'Rises with every change, with gaps: the last part of the `ETag` that the template had.',
    type: 'integer',
    example: 1,
  })
  number: number;

  @ApiProperty(memberDocs.name)
  name: string | null;

  @ApiProperty(memberDocs.type)
  type: string;

  @ApiProperty(memberDocs.parser)
  parser: string | null;

  @ApiProperty(memberDocs.data)
  data: string;

  @ApiProperty({
    description: 'When the template became this.',
    type: 'string',
    format: 'date-time',
    example: '2026-02-03T04:05:06.789Z',
  })
  createdAt: string;

  static of({ number, name, type, parser, data, createdAt }: EmailTemplateVersion) {
    const view: EmailTemplateVersionView = {
      number,
      name,
      type,
      parser,
      data,
      createdAt: createdAt.toISOString(),
    };
    return view;
  }
}
