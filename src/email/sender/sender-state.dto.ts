import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type RecordFinding, recordKinds, recordVerdicts } from '../domain/sender-records.js';
import type { SenderState } from './sender-state.service.js';

/** The key that signs a partner's emails. */
@ApiSchema({ name: 'EmailSenderDkim' })
export class EmailSenderDkimView {
  @ApiProperty({ description: 'The signing domain.', type: 'string', example: 'acme.example' })
  domain: string;

  @ApiProperty({ description: 'The name of the key under `_domainkey`.', type: 'string', example: 'livery1' })
  selector: string;
}

/** A TXT record of a domain. */
@ApiSchema({ name: 'TextRecord' })
export class TextRecordView {
  @ApiProperty({ description: 'Its name.', type: 'string', example: '_dmarc.acme.example' })
  name: string;

  @ApiProperty({ description: 'Its value.', type: 'string', example: 'v=DMARC1; p=none' })
  value: string;
}

/** The result of checking a DNS record that receivers look up. */
@ApiSchema({ name: 'EmailSenderRecord' })
export class EmailSenderRecordView {
  @ApiProperty({ description: 'The kind of record.', type: 'string', enum: recordKinds, example: 'DMARC' })
  record: string;

  @ApiProperty({
    description:
      '`ok`; `warning`: emails may be taken for spam, or the state is unknown; `wrong`: they will be taken for spam.',
    type: 'string',
    enum: recordVerdicts,
    example: 'wrong',
  })
  verdict: string;

  @ApiProperty({
    description: 'The finding, for people.',
    type: 'string',
    example: 'acme.example has no DMARC record; Gmail and Yahoo ask for one from those who send in bulk.',
  })
  found: string;

  @ApiProperty({
    description: 'The TXT record to publish; null if there is none.',
    type: () => TextRecordView,
    nullable: true,
  })
  publish: TextRecordView | null;

  @ApiProperty({
    description: 'Further advice for people; null if none.',
    type: 'string',
    nullable: true,
    example: null,
  })
  advice: string | null;

  static of({ record, verdict, found, publish, advice }: RecordFinding): EmailSenderRecordView {
    return { record, verdict, found, publish, advice };
  }
}

/** The sender of a partner's emails. */
@ApiSchema({ name: 'EmailSender' })
export class EmailSenderView {
  @ApiProperty({
    description: 'The address in `From`.',
    type: 'string',
    example: 'documents@acme.example',
  })
  from: string;

  @ApiProperty({
    description: 'Whether it is the partner’s own sender, set by the operator, and not that of the service.',
    type: 'boolean',
    example: true,
  })
  own: boolean;

  @ApiProperty({
    description: 'The partner’s key that signs the emails; null if Livery does not sign them with one.',
    type: () => EmailSenderDkimView,
    nullable: true,
  })
  dkim: EmailSenderDkimView | null;

  @ApiProperty({
    description: 'The records of the partner’s domain in DNS; none for the service’s address.',
    type: () => [EmailSenderRecordView],
  })
  records: EmailSenderRecordView[];

  @ApiProperty({
    description: 'When the records were looked up; null if they were not.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2026-02-03T04:05:06.789Z',
  })
  checkedAt: string | null;

  static of({ from, own }: SenderState): EmailSenderView {
    if (own === null) return { from, own: false, dkim: null, records: [], checkedAt: null };
    const { dkim } = own.sender;
    return {
      from,
      own: true,
      dkim: dkim === null ? null : { domain: dkim.domain, selector: dkim.selector },
      records: own.found.records.map((finding) => EmailSenderRecordView.of(finding)),
      checkedAt: own.found.checkedAt.toISOString(),
    };
  }
}
