import type { OpenAPIObject, OperationObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { READ_ONLY_MEMBERS } from '../shared/http/input.pipe.js';
import { isReference, operationsOf, schemaName } from './operations-of.js';

type Schema = SchemaObject | ReferenceObject;

/**
 * States in the schemas of request bodies that unknown members are refused and read-only ones ignored. Call it once the
 * document has its examples, because these must not contain read-only members.
 */
export function closeRequestBodies(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { operation } of operationsOf(document)) {
    const schema = bodySchemaOf(operation);
    if (schema === undefined) continue;
    // A body that is always one object is read by the input pipe, which knows the read-only members.
    if (isReference(schema)) addReadOnlyMembers(targetOf(schema, schemas));
    close(schema, schemas);
  }
}

/** The JSON schema of an operation's body; undefined without a body. */
export function bodySchemaOf({ requestBody }: OperationObject): Schema | undefined {
  if (requestBody === undefined || isReference(requestBody)) return undefined;
  return requestBody.content['application/json']?.schema;
}

function targetOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): SchemaObject {
  if (!isReference(schema)) return schema;
  const target = schemas[schemaName(schema)];
  if (target === undefined) throw new Error(`${schema.$ref} is not in the document.`);
  return targetOf(target, schemas);
}

function addReadOnlyMembers(schema: SchemaObject): void {
  const properties = (schema.properties ??= {});
  for (const [name, example] of READ_ONLY_MEMBERS) {
    properties[name] ??= {
      description: 'Assigned by the service. Ignored in requests.',
      readOnly: true,
      example,
    };
  }
}

function close(schema: Schema, schemas: Readonly<Record<string, Schema>>): void {
  const target = targetOf(schema, schemas);
  const { properties, items, oneOf = [], anyOf = [], allOf = [] } = target;
  if (properties !== undefined) target.additionalProperties ??= false;
  for (const inner of [...Object.values(properties ?? {}), ...oneOf, ...anyOf, ...allOf])
    close(inner, schemas);
  if (items !== undefined) close(items, schemas);
}
