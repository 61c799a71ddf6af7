import * as fc from 'fast-check';
import { MAX_ID } from '../../src/shared/http/id.pipe.js';
import type { Json } from './app.js';
import { jsonValues } from './json-arbitraries.js';

/** Strings in the formats of JSON Schema. */
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.stringMatching(/^[a-z]{1,10}$/).map((name) => `${name}@client.example`),
  iri: fc.constantFrom('hooks', 'krokar', 'håkan').map((name) => `https://${name}.partner.example/hook`),
  uri: fc.stringMatching(/^[a-z]{1,10}$/).map((name) => `https://${name}.partner.example/hook`),
  password: fc.string({ maxLength: 40 }),
};

const MAX_ITEMS = 4;

/** Content that conforms to the schemas of an OpenAPI document. */
export class SchemaArbitraries {
  constructor(private readonly document: Json) {}

  /** Any content that the schema allows. Lists and texts are short. */
  of(schema: Json): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return this.of(this.target(schema.$ref));
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices !== undefined) return fc.oneof(...choices.map((choice: Json) => this.of(choice)));
    if (schema.allOf !== undefined) return this.of(schema.allOf[0]);
    const types: readonly (string | undefined)[] = [schema.type].flat();
    return fc.oneof(...types.map((type) => this.ofType(type, schema)));
  }

  /** The schema, with a reference resolved. */
  resolved(schema: Json): Json {
    return schema.$ref === undefined ? schema : this.target(schema.$ref);
  }

  private ofType(type: string | undefined, schema: Json): fc.Arbitrary<unknown> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return integers(schema);
      case 'string':
        return strings(schema);
      case 'array':
        return this.arrays(schema);
      case 'object':
        return this.objects(schema);
      default:
        return jsonValues();
    }
  }

  private arrays({ items, minItems = 0, maxItems = MAX_ITEMS, uniqueItems }: Json): fc.Arbitrary<unknown> {
    const values = items === undefined ? jsonValues() : this.of(items);
    const lengths = { minLength: minItems, maxLength: Math.min(maxItems, MAX_ITEMS) };
    return uniqueItems === true ? fc.uniqueArray(values, lengths) : fc.array(values, lengths);
  }

  private objects({ properties = {}, required = [], additionalProperties }: Json): fc.Arbitrary<unknown> {
    const members = Object.entries<Json>(properties).map(([name, member]) => [name, this.of(member)]);
    const known = fc.record(Object.fromEntries(members), { requiredKeys: required });
    if (additionalProperties === false) return known;
    const more = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), jsonValues(), { maxKeys: 3 });
    return fc.tuple(more, known).map(([others, own]) => ({ ...others, ...own }));
  }

  private target(reference: string): Json {
    return this.document.components.schemas[reference.split('/').at(-1) ?? ''];
  }
}

/** Small ids are more frequent, because existing objects have these. */
function integers({ minimum = 0, maximum = MAX_ID }: Json): fc.Arbitrary<number> {
  const few = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 7) });
  return fc.oneof({ weight: 3, arbitrary: few }, fc.integer({ min: minimum, max: maximum }));
}

function strings({ format, pattern, minLength = 0, maxLength = 40, example }: Json): fc.Arbitrary<string> {
  const inFormat = format === undefined ? undefined : FORMATS[format];
  if (inFormat !== undefined) return inFormat;
  const most = Math.min(maxLength, 40);
  const any =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', minLength, maxLength: most })
      : fc
          .stringMatching(new RegExp(pattern))
          .filter(({ length }) => length >= minLength && length <= maxLength);
  return typeof example === 'string' ? fc.oneof(any, fc.constant(example)) : any;
}
