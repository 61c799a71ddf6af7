import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Json } from './app.js';

const COMPONENT = '#/components/schemas/';

/**
 * Checks JSON against the schemas of an OpenAPI document, which are JSON Schema. Refuses members that the schema does
 * not name, to find forgotten ones.
 */
export class SchemaCheck {
  // The meta-schema takes longer to compile than most of the schemas. The document has its own check.
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    meta: false,
    validateSchema: false,
    formats: { iri: true },
  });
  private readonly compiled = new Map<string, ValidateFunction>();
  /** Compiles only referenced schemas, because most specs get few kinds of answers. */
  private readonly components = new Set<string>();

  constructor(private readonly document: Json) {
    ajvFormats.default(this.ajv);
  }

  /** The faults of the content, as sentences; empty if it conforms. */
  faultsOf(schema: Json, content: Json): readonly string[] {
    const key = JSON.stringify(schema);
    const validate = this.compiled.get(key) ?? this.ajv.compile(this.closed(schema));
    this.compiled.set(key, validate);
    if (validate(content)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath.replaceAll(/\/\d+/g, '/0')} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** The same schema, which also refuses members that it does not name. */
  private closed(schema: Json): Json {
    if (typeof schema !== 'object' || schema === null) return schema;
    if (schema.$ref !== undefined) return { ...schema, $ref: this.component(schema.$ref) };
    const inner = Object.fromEntries(
      ['items', 'additionalProperties', 'not']
        .filter((key) => key in schema)
        .map((key) => [key, this.closed(schema[key])]),
    );
    const lists = Object.fromEntries(
      ['oneOf', 'anyOf', 'allOf']
        .filter((key) => key in schema)
        .map((key) => [key, schema[key].map((one: Json) => this.closed(one))]),
    );
    if (schema.properties === undefined) return { ...schema, ...inner, ...lists };
    const properties = Object.fromEntries(
      Object.entries<Json>(schema.properties).map(([name, member]) => [name, this.closed(member)]),
    );
    return { additionalProperties: false, ...schema, ...inner, ...lists, properties };
  }

  /** Makes a component available under the name in references. */
  private component(reference: string): string {
    const name = reference.slice(COMPONENT.length);
    if (!this.components.has(name)) {
      this.components.add(name);
      this.ajv.addSchema(this.closed(this.document.components.schemas[name]), name);
    }
    return name;
  }
}
