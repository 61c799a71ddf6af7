/**
 * The texts of the API document that the console shows: event types with an example, the schema of what receivers get,
 * and auth types with their members. The whole document would be most of the console's first load.
 */
export function catalogueOf(document) {
  const { schemas } = document.components;
  const { description, required, properties } = schemas.WebhookBody;
  return {
    bodySchema: { description, required, properties },
    eventTypes: Object.entries(document.webhooks).map(([type, { post }]) => eventTypeOf(type, post, schemas)),
    authTypes: schemas.WebhookSubscription.properties.authData.anyOf
      .filter(({ properties }) => properties !== undefined)
      .map(({ title, description, properties, required = [] }) => ({
        name: title,
        description,
        members: Object.entries(properties).map(([name, member]) => memberOf(name, member, required)),
      })),
  };
}

/** The names that the service's registries add to the API: a TypeScript module, so that they are types too. */
export function namesOf(document) {
  const { EmailTemplate: template, EmailTemplateAssignment: assignment } = document.components.schemas;
  const names = {
    templateTypes: template.properties.type.enum,
    templateParsers: template.properties.parser.enum.filter((name) => name !== null),
    emailKinds: assignment.properties.kind.enum,
  };
  return Object.entries(names)
    .map(([name, values]) => `export const ${name} = ${JSON.stringify(values)} as const;\n`)
    .join('');
}

function eventTypeOf(type, { summary, description = '', requestBody }, schemas) {
  const content = requestBody?.content?.['application/json'] ?? {};
  const schema = resolved(content.schema, schemas);
  const examples = Object.values(content.examples ?? {}).map(({ value }) => value);
  return {
    type,
    summary: summary ?? type,
    feature: /feature `(\w+)`/.exec(description)?.[1] ?? null,
    example: content.example ?? examples[0] ?? schema?.example ?? null,
  };
}

function memberOf(name, member, required) {
  const { title = name, description = '', format, maxLength, enum: choices, contentMediaType } = member;
  return {
    name,
    title,
    description,
    isRequired: required.includes(name),
    isSecret: format === 'password',
    isText: contentMediaType !== undefined,
    maxLength: maxLength ?? null,
    choices: choices ?? null,
  };
}

function resolved(schema, schemas) {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : schemas[name];
}
