import { ApiProperty, ApiPropertyOptional, ApiSchema, type ApiPropertyOptions } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, MinLength } from 'class-validator';
import { MaxCharacters } from '../shared/http/max-characters.js';
import { OptionalNotNull } from '../shared/http/satisfies.js';
import { features, type Feature } from './domain/feature.js';
import type { PartnerCompany } from './domain/partner-company.js';
import type { Partner } from './domain/partner.js';

const MAX_NAME = 255;

const documentation = {
  name: {
    description: 'Name of the partner.',
    type: 'string',
    minLength: 1,
    maxLength: MAX_NAME,
    example: 'Acme',
  },
  features: {
    description: 'Features that not every partner has.',
    enum: features,
    isArray: true,
    example: ['companyExpense'],
  },
} as const satisfies Record<string, ApiPropertyOptions>;

/** A new partner. */
@ApiSchema({ name: 'NewPartner' })
export class PartnerBody {
  @ApiProperty(documentation.name)
  @IsString()
  @MinLength(1)
  @MaxCharacters(MAX_NAME)
  name: string;

  @ApiPropertyOptional({ ...documentation.features, default: [] })
  @OptionalNotNull()
  @IsArray({ message: 'Must be an array of strings.' })
  @ArrayMaxSize(1000)
  @IsIn(features, { each: true })
  features?: Feature[];
}

/** The cell in which a partner is created. */
export class NewPartnerQuery {
  @ApiPropertyOptional({
    description: 'With several cells, the one that the partner is to be in; the home cell by default.',
    type: 'string',
    maxLength: 16,
    example: 'b',
  })
  @IsOptional()
  @IsString()
  @MaxCharacters(16)
  cell?: string;
}

/** A change of a partner. Absent members do not change. */
@ApiSchema({ name: 'PartnerChange' })
export class PartnerChangeBody {
  @ApiPropertyOptional(documentation.name)
  @OptionalNotNull()
  @IsString()
  @MinLength(1)
  @MaxCharacters(MAX_NAME)
  name?: string;

  @ApiPropertyOptional(documentation.features)
  @OptionalNotNull()
  @IsArray({ message: 'Must be an array of strings.' })
  @ArrayMaxSize(1000)
  @IsIn(features, { each: true })
  features?: Feature[];
}

/** A partner as operators see it. */
@ApiSchema({ name: 'Partner' })
export class PartnerView {
  @ApiProperty({ description: 'Assigned by the service.', type: 'integer', example: 1 })
  id: number;

  @ApiProperty(documentation.name)
  name: string;

  @ApiProperty(documentation.features)
  features: readonly Feature[];

  @ApiProperty({
    description: 'When the partner was created.',
    type: 'string',
    format: 'date-time',
    example: '2026-03-01T12:00:00.000Z',
  })
  createdAt: Date;

  static of({ id, name, features, createdAt }: Partner): PartnerView {
    return { id, name, features, createdAt };
  }
}

/** A company that belongs to a partner. */
@ApiSchema({ name: 'PartnerCompany' })
export class PartnerCompanyView {
  @ApiProperty({
    description: 'Id of the company, as the document service knows it.',
    type: 'integer',
    example: 4711,
  })
  companyId: number;

  @ApiProperty({
    description: 'Time at which it was attached to the partner.',
    type: 'string',
    format: 'date-time',
    example: '2026-03-01T12:00:00.000Z',
  })
  createdAt: Date;

  static of({ companyId, createdAt }: PartnerCompany): PartnerCompanyView {
    return { companyId, createdAt };
  }
}
