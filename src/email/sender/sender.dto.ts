import { ApiProperty, ApiPropertyOptional, ApiSchema, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { emailAddressProblems } from '../../rendering/domain/email-address.js';
import { problem, type Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { unknownMembers } from '../../shared/domain/unknown-members.js';
import { Satisfies } from '../../shared/http/satisfies.js';
import { dkimKeyProblem } from '../domain/dkim-key.js';
import type { Sender } from '../domain/sender.js';
import type { SenderFields } from './sender.service.js';

const MAX_DOMAIN = 253;
const MAX_SELECTOR = 63;
const MAX_KEY = 8_192;
const LABELS = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i;
/** Shown in place of the private key. In a PUT, it keeps the stored key. */
const MASK = '********';

const documentation = {
  from: {
    description: 'The address that emails of the partner come from; ASCII, international domains as `xn--…`.',
    type: 'string',
    format: 'email',
    maxLength: 254,
    example: 'documents@acme.example',
  },
  dkim: {
    description: 'The key that signs the emails with DKIM. Null: Livery does not sign them.',
    type: () => DkimView,
    nullable: true,
  },
  domain: {
    description:
      'The domain that publishes the public key: the domain of `from`, or one above it, for DMARC.',
    type: 'string',
    maxLength: MAX_DOMAIN,
    example: 'acme.example',
  },
  selector: {
    description: 'The name of the key under `_domainkey`.',
    type: 'string',
    maxLength: MAX_SELECTOR,
    example: 'livery1',
  },
  privateKey: {
    description:
      'RSA, 1,024 to 4,096 bits (2,048 or more recommended), in PEM form. Reads back as `********`; sending that ' +
      'back keeps the stored key.',
    type: 'string',
    maxLength: MAX_KEY,
    example: MASK,
  },
} as const satisfies Record<string, ApiPropertyOptions>;

/** The DKIM signature of a partner's emails. */
@ApiSchema({ name: 'Dkim' })
export class DkimView {
  @ApiProperty(documentation.domain)
  domain: string;

  @ApiProperty(documentation.selector)
  selector: string;

  @ApiProperty(documentation.privateKey)
  privateKey: string;
}

/** The complete sender of a partner; a PUT replaces it. */
@ApiSchema({ name: 'SenderChange' })
export class SenderBody {
  @ApiProperty(documentation.from)
  @Satisfies(addressProblems)
  from: string;

  @ApiPropertyOptional(documentation.dkim)
  @IsOptional()
  @Satisfies(dkimProblems)
  dkim?: DkimView | null;

  static fieldsOf({ from, dkim = null }: SenderBody): SenderFields {
    if (dkim === null) return { from, dkim };
    const { domain, selector, privateKey } = dkim;
    return {
      from,
      dkim: {
        domain: domain.toLowerCase(),
        selector: selector.toLowerCase(),
        privateKey: privateKey === MASK ? null : privateKey,
      },
    };
  }
}

/** The sender of a partner. A PUT accepts it unchanged. */
@ApiSchema({ name: 'Sender' })
export class SenderView {
  @ApiProperty(documentation.from)
  from: string;

  @ApiProperty(documentation.dkim)
  dkim: DkimView | null;

  @ApiProperty({
    description: 'When it was last changed.',
    type: 'string',
    format: 'date-time',
    readOnly: true,
    example: '2026-02-03T04:05:06.789Z',
  })
  updatedAt: string;

  static of({ from, dkim, updatedAt }: Sender): SenderView {
    return {
      from,
      dkim: dkim === null ? null : { domain: dkim.domain, selector: dkim.selector, privateKey: MASK },
      updatedAt: updatedAt.toISOString(),
    };
  }
}

function addressProblems(value: unknown): readonly Problem[] {
  const problems = emailAddressProblems(value);
  if (problems.length > 0 || typeof value !== 'string' || /^[!-~]+$/.test(value)) return problems;
  return [problem('invalid_address', 'Must be ASCII; write an international domain as xn--….')];
}

const MEMBERS: Readonly<Record<string, (value: unknown) => Problem | null>> = {
  domain: (value) =>
    nameProblem('/domain', value, MAX_DOMAIN) ??
    (String(value).includes('.')
      ? null
      : problem('invalid_domain', 'Must be a domain, for example acme.example.', '/domain')),
  selector: (value) => nameProblem('/selector', value, MAX_SELECTOR),
  privateKey: (value) => {
    if (typeof value !== 'string') return problem('wrong_type', 'Must be a string.', '/privateKey');
    if (value.length > MAX_KEY) {
      return problem('too_long', `Must have at most ${MAX_KEY} characters.`, '/privateKey');
    }
    const found = value === MASK ? null : dkimKeyProblem(value);
    return found === null ? null : problem('invalid_key', found, '/privateKey');
  },
};

function dkimProblems(value: unknown): readonly Problem[] {
  if (value === null) return [];
  if (!isObject(value)) {
    return [problem('wrong_type', 'Must be an object or null.')];
  }
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  const unknown = unknownMembers([...given.keys()], new Set(Object.keys(MEMBERS)));
  const found = Object.entries(MEMBERS).map(([member, check]) =>
    given.has(member) ? check(given.get(member)) : problem('required', 'Is required.', `/${member}`),
  );
  return [...found.filter((one) => one !== null), ...unknown];
}

function nameProblem(pointer: string, value: unknown, max: number): Problem | null {
  if (typeof value !== 'string') return problem('wrong_type', 'Must be a string.', pointer);
  if (value.length > max) return problem('too_long', `Must have at most ${max} characters.`, pointer);
  return LABELS.test(value)
    ? null
    : problem('invalid_domain', 'Must be letters, digits and hyphens, in parts separated by dots.', pointer);
}
