import { bodySchema, type EventType } from '../api/catalogue';
import { said } from '../i18n/said';

type Schema = Readonly<Record<string, unknown>>;

const DATE_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The JSON Schema of the bodies that receivers get for a type of event. */
export function schemaOfBodies({ type, summary, example }: EventType): Schema {
  const properties = Object.entries(bodySchema.properties).map(
    ([name, member]) => [name, { ...member, description: said(member.description) }] as const,
  );
  const { data, ...others } = Object.fromEntries(properties);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    description: said(summary),
    type: 'object',
    required: bodySchema.required,
    properties: {
      ...others,
      type: { const: type, description: others['type']?.description },
      // Which members there are depends on the document and on includePaths, so none is required.
      data: { ...data, ...schemaOf(example.data) },
    },
  };
}

/** A schema of values such as this one. */
function schemaOf(value: unknown): Schema {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
  if (typeof value === 'string') {
    return DATE_TIME.test(value) ? { type: 'string', format: 'date-time' } : { type: 'string' };
  }
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value };
  // Of a member that is null in the example, or of an element that it lacks, nothing is known.
  if (typeof value !== 'object' || value === null) return {};
  const members = Object.entries(value).map(([name, member]) => [name, schemaOf(member)] as const);
  return { type: 'object', properties: Object.fromEntries(members) };
}
