import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Json } from './app.js';

/**
 * Holds JSON against the schemas of an OpenAPI document, which are JSON Schema. Objects must have no member that their
 * schema does not name, so that a forgotten one is found.
 */
export class SchemaCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly components: Json;

  constructor(document: Json) {
    ajvFormats.default(this.ajv);
    const schemas = Object.entries<Json>(document.components.schemas);
    this.components = {
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, closed(schema)])),
    };
  }

  /** What is wrong with the content, as sentences; an empty list when nothing is. */
  faultsOf(schema: Json, content: Json): readonly string[] {
    const key = JSON.stringify(schema);
    const validate = this.compiled.get(key) ?? this.compile(schema);
    this.compiled.set(key, validate);
    if (validate(content)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath.replaceAll(/\/\d+/g, '/0')} ${message} ${JSON.stringify(params)}`,
    );
  }

  private compile(schema: Json): ValidateFunction {
    return this.ajv.compile({ ...closed(schema), components: this.components });
  }
}

/** The same schema, refusing members that it does not name. */
function closed(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    ['items', 'additionalProperties', 'not']
      .filter((key) => key in schema)
      .map((key) => [key, closed(schema[key])]),
  );
  const lists = Object.fromEntries(
    ['oneOf', 'anyOf', 'allOf'].filter((key) => key in schema).map((key) => [key, schema[key].map(closed)]),
  );
  if (schema.properties === undefined) return { ...schema, ...inner, ...lists };
  const properties = Object.fromEntries(
    Object.entries<Json>(schema.properties).map(([name, member]) => [name, closed(member)]),
  );
  return { additionalProperties: false, ...schema, ...inner, ...lists, properties };
}
